import { Button } from '@ki/shared/ui/button.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Markdown } from '@ki/shared/ui/markdown/markdown.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import { Note } from '../../kit/part.tsx';
import { ProgressNote } from '../../kit/progress-note.tsx';
import { unknownCitations, withCitations } from '../model/citations.ts';
import { RECENCIES, type Search } from '../model/search-form.ts';
import { assignmentOf, type SearchRun, type SearchResult as StoredResult } from '../model/workflow.ts';
import { ArticleActions, type ArticleCosts, ArticleResultNote } from './file-entry.tsx';
import { FailureNote } from './history-entry.tsx';
import type { Articles } from './use-articles.ts';

const SourceList = styled.ol`
  display: grid;
  gap: ${space[2]};
  counter-reset: source;
  font-size: ${size.small};

  li {
    display: grid;
    grid-template-columns: 2.25rem minmax(0, 1fr);
    counter-increment: source;
    overflow-wrap: anywhere;
  }

  li::before {
    content: '[' counter(source) ']';
    color: ${color.muted};
    font-variant-numeric: tabular-nums;
  }

  span {
    color: ${color.muted};
  }
`;

function Source({ address, title }: { readonly address: string; readonly title: string | undefined }) {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span>{address}</span>;
  const host = url.hostname.replace(/^www\./, '');
  return (
    <div>
      <a href={url.href} rel="noopener noreferrer">
        {title || `${host}${url.pathname === '/' ? '' : url.pathname}`}
      </a>{' '}
      {title && <span>{host}</span>}
    </div>
  );
}

const Part = styled(Stack)`
  h4 {
    font-size: ${size.h4};
  }
`;

const Questions = styled.ul`
  display: flex;
  flex-direction: column;
  align-items: start;

  button {
    justify-content: start;
    text-align: start;
  }
`;

interface SearchResultProps extends ArticleCosts {
  readonly run: SearchRun;
  readonly result: StoredResult;
  readonly articles: Articles;
  readonly busy: boolean;
  readonly onAsk: (question: string) => void;
}

function SearchResult({ busy, onAsk, ...article }: SearchResultProps) {
  const { run, result } = article;
  const { id } = run;
  const { content, citations, titles, relatedQuestions } = result;
  const unknown = unknownCitations(content, citations);
  return (
    <Stack $gap={5}>
      <div lang="de">
        <Markdown source={withCitations(content, citations)} firstLevel={4} idPrefix={`${id}-`} onlyLinks={citations} />
      </div>
      {unknown.length > 0 && (
        <Notice tone="warning">
          {unknown.map((number) => `[${number}]`).join(', ')} in the text: no such source was named. Marked with a
          question mark.
        </Notice>
      )}
      {citations.length > 0 && (
        <Part as="section" $gap={2}>
          <h4>Sources</h4>
          <SourceList>
            {citations.map((address, index) => (
              <li key={index}>
                <Source address={address} title={titles[address]} />
              </li>
            ))}
          </SourceList>
        </Part>
      )}
      <Article {...article} />
      {relatedQuestions.length > 0 && (
        <Part as="section" $gap={2}>
          <h4>Related Questions</h4>
          <Questions>
            {relatedQuestions.map((question) => (
              <li key={question}>
                <Button variant="quiet" size="small" lang="de" busy={busy} onClick={() => onAsk(question)}>
                  {question}
                </Button>
              </li>
            ))}
          </Questions>
        </Part>
      )}
    </Stack>
  );
}

function Article({ run, result, articles, costs, estimate }: Omit<SearchResultProps, 'busy' | 'onAsk'>) {
  const { query } = run;
  const written = articles.results[run.id];
  return (
    <Stack $gap={3}>
      <Cluster>
        <ArticleActions
          order={assignmentOf(run, result)}
          title={query}
          postId={result.postId}
          articles={articles}
          costs={costs}
        />
      </Cluster>
      {estimate}
      <ProgressNote progress={articles.progress} />
      {written && <ArticleResultNote result={written} title={query} />}
    </Stack>
  );
}

export interface SearchEntryProps extends ArticleCosts {
  readonly run: SearchRun;
  readonly busy: boolean;
  readonly onSearch: (search: Search) => void;
  readonly articles: Articles;
}

export function SearchEntry({ run, busy, onSearch, ...article }: SearchEntryProps) {
  const { status, error, result, maxResults, recency, domains, query } = run;
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
      {facts.length > 0 && <Note>{facts.join(' · ')}</Note>}
      {status === 'failed' && <FailureNote error={error} action={again} />}
      {status === 'pending' && <Loading>This search has not started yet.</Loading>}
      {status === 'processing' && <Loading>Perplexity is searching...</Loading>}
      {result && <SearchResult run={run} result={result} busy={busy} onAsk={ask} {...article} />}
    </>
  );
}
