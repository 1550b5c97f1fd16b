import { Button } from '@ki/shared/ui/button.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, size } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { RECENCIES, type Search } from '../model/search-form.ts';
import type { SearchRun } from '../model/workflow.ts';
import { FailureNote } from './failure-note.tsx';
import { SearchResult } from './search-result.tsx';

const Asked = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export interface SearchEntryProps {
  readonly run: SearchRun;
  readonly busy: boolean;
  readonly onSearch: (search: Search) => void;
}

/** A web search: how it was asked, and what came of it. */
export function SearchEntry({ run, busy, onSearch }: SearchEntryProps) {
  const { id, status, error, result, maxResults, recency, domains, query } = run;
  const facts = [
    maxResults !== null && `Max Results: ${maxResults}`,
    recency !== null && `Recency: ${recency}`,
    domains.length > 0 && `Domain Filter: ${domains.join(', ')}`,
  ].filter(Boolean);
  const ask = (question: string) =>
    onSearch({
      query: question,
      maxResults: maxResults ?? 10,
      recency: RECENCIES.find((name) => name === recency) ?? 'month',
      domains: [...domains],
    });
  const again = (
    <Button variant="secondary" size="small" busy={busy} onClick={() => ask(query)}>
      Search again
    </Button>
  );
  return (
    <>
      {facts.length > 0 && <Asked>{facts.join(' · ')}</Asked>}
      {status === 'failed' && <FailureNote error={error} action={again} />}
      {status === 'pending' && <Loading>This search has not started yet.</Loading>}
      {status === 'processing' && <Loading>Perplexity is searching...</Loading>}
      {result && <SearchResult id={id} result={result} busy={busy} onAsk={ask} />}
    </>
  );
}
