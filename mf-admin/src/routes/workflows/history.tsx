import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import { useSearchParams } from 'react-router-dom';
import { Pages } from '../../components/pages.tsx';
import { FileEntry } from '../../components/workflows/file-entry.tsx';
import { HistoryEntry } from '../../components/workflows/history-entry.tsx';
import { SearchEntry } from '../../components/workflows/search-entry.tsx';
import { useArticles } from '../../components/workflows/use-articles.ts';
import type { WorkflowPage } from '../../data/list-workflows.ts';
import type { Search } from '../../model/search-form.ts';
import type { FileRun, WorkflowRun } from '../../model/workflow.ts';
import { workflowQueryOf, workflowSearchOf } from '../../model/workflow-query.ts';
import { saveSelected, writeArticle } from './articles.ts';
import { useRefresh } from './use-refresh.ts';

export interface HistoryProps {
  readonly page: WorkflowPage;
  readonly searching: boolean;
  readonly onSearch: (search: Search) => void;
}

/** All workflows, the newest first; the address says which one is open. */
export function History({ page, searching, onSearch }: HistoryProps) {
  const [params] = useSearchParams();
  const query = workflowQueryOf(params);
  useRefresh(page.runs);
  const entryOf = (run: WorkflowRun) => {
    const open = run.id === query.open;
    const toggle = { open, to: workflowSearchOf({ ...query, open: open ? null : run.id }) };
    if (run.kind === 'file') return <FileHistoryEntry key={run.id} run={run} {...toggle} />;
    return (
      <HistoryEntry key={run.id} run={run} {...toggle}>
        <SearchEntry run={run} busy={searching} onSearch={onSearch} />
      </HistoryEntry>
    );
  };
  return (
    <Stack as="section" aria-labelledby="history">
      <SectionTitle id="history">History</SectionTitle>
      {page.runs.length > 0 ? (
        <Stack as="ul" $gap={3}>
          {page.runs.map(entryOf)}
        </Stack>
      ) : (
        <EmptyState text="No workflows yet" />
      )}
      <Pages page={query.page} total={page.total} linkTo={(to) => workflowSearchOf({ page: to, open: null })} />
    </Stack>
  );
}

interface FileHistoryEntryProps {
  readonly run: FileRun;
  readonly open: boolean;
  readonly to: string;
}

/** Holds the writing of articles, which goes on when the entry is closed. */
function FileHistoryEntry({ run, open, to }: FileHistoryEntryProps) {
  const articles = useArticles((idea) => writeArticle(run.id, idea));
  return (
    <HistoryEntry run={run} open={open} to={to}>
      <FileEntry run={run} articles={articles} onSelect={(idea, selected) => saveSelected(run.id, idea, selected)} />
    </HistoryEntry>
  );
}
