import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type PostQuery, searchOf } from './model/post-query.ts';

/** What is typed is asked for when the typing pauses: once, not with every letter. */
const PAUSE_MS = 250;

/** Marks the addresses that typing has led to. */
interface EntryState {
  readonly typed?: true;
}

/** The text of the search field: ahead of the address while one types, and led by it when it changes otherwise. */
export function useSearchText(query: PostQuery) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [text, setText] = useState(query.search);
  const [seen, setSeen] = useState(query.search);
  if (query.search !== seen) {
    setSeen(query.search);
    // What typing led to may arrive when more has been typed already.
    if (!(state as EntryState | null)?.typed) setText(query.search);
  }

  // The address bar follows the typing.
  useEffect(() => {
    const search = text.trim();
    if (search === query.search) return;
    const timer = setTimeout(() => {
      const typed: EntryState = { typed: true };
      void navigate(searchOf({ ...query, search, page: 1 }), { replace: true, preventScrollReset: true, state: typed });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, query, navigate]);

  return [text, setText] as const;
}
