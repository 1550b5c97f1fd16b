import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Axes, Axis } from '../model/axes.ts';
import { type Filter, knownOnly, NO_FILTER, toggled } from '../model/filter.ts';
import { addressOf, readView, type View, withFilter } from '../model/view.ts';

/** Typing is written into the address when it pauses: browsers refuse pages that write their history too often. */
const PAUSE_MS = 300;

/** What a history entry remembers: typing made it, out of the entry with this key; more typing may go on in it. */
interface EntryState {
  readonly typedIn?: string;
}

/** Typed text that is not yet in the address, and the history entry in which it was typed. */
interface Draft {
  readonly key: string;
  readonly text: string;
}

export interface ViewControl {
  readonly view: View;
  /** What the address says: behind `view` while somebody types. */
  readonly stored: View;
  readonly type: (text: string) => void;
  /** Writes what was typed into the address now. */
  readonly settle: () => void;
  readonly toggle: (axis: Axis, code: string) => void;
  readonly clear: () => void;
}

/** The page's view, kept in the address; text counts as soon as it is typed. */
export function useView(axes: Axes): ViewControl {
  const { search, key, state } = useLocation();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft | null>(null);
  const { typedIn } = (state ?? {}) as EntryState;
  const stored = useMemo(() => readKnownView(search, axes), [search, axes]);
  // Typed text holds in the entry that it was typed in, and in the one that its writing into the address made of that;
  // going elsewhere drops it, coming back must not revive it.
  const isOfHere = draft !== null && (draft.key === key || draft.key === typedIn);
  const typed = isOfHere ? draft.text : null;
  if (draft && draft.key !== key) setDraft(isOfHere && draft.text !== stored.filter.text ? { ...draft, key } : null);

  const view = useMemo(
    () => (typed === null ? stored : withFilter(stored, { ...stored.filter, text: typed })),
    [stored, typed],
  );

  // Synchronously, so that no key is pressed between the address and the page.
  const open = useCallback(
    (filter: Filter) => navigate(addressOf(withFilter(view, filter)), { flushSync: true, preventScrollReset: true }),
    [navigate, view],
  );
  // Not synchronously: the page shows it already, and the next key comes first.
  const settle = useCallback(() => {
    if (typed === null) return;
    const next: EntryState = { typedIn: key };
    void navigate(addressOf(view), { replace: typedIn !== undefined, state: next, preventScrollReset: true });
  }, [navigate, view, typed, key, typedIn]);

  // The address bar follows the typing at a distance.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(settle, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, settle]);

  return {
    view,
    stored,
    type: (text) => setDraft({ key, text }),
    settle,
    toggle: (axis, code) => open(toggled(view.filter, axis, code)),
    clear: () => open(NO_FILTER),
  };
}

function readKnownView(search: string, axes: Axes): View {
  const view = readView(new URLSearchParams(search));
  return { ...view, filter: knownOnly(view.filter, axes) };
}
