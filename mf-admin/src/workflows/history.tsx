import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { SectionTitle } from '@ki/shared/ui/section-title.tsx';
import type { ReactNode } from 'react';
import { useRevalidator, useSearchParams } from 'react-router-dom';
import { asStaff } from '../records/data/as-staff.ts';
import { deleteRecord, type Page } from '../records/data/records.ts';
import { Pages } from '../records/table/pages.tsx';
import { DeleteRow } from '../records/table/row-actions.tsx';
import { saveSelected, writeArticle } from './articles.ts';
import { FileEntry } from './components/file-entry.tsx';
import { HistoryEntry } from './components/history-entry.tsx';
import { SearchEntry } from './components/search-entry.tsx';
import { useArticles } from './components/use-articles.ts';
import type { Search } from './model/search-form.ts';
import { type FileRun, nameOf, type WorkflowRun } from './model/workflow.ts';
import { workflowQueryOf, workflowSearchOf } from './model/workflow-query.ts';
import { useRefresh } from './use-refresh.ts';

export interface HistoryProps {
  readonly page: Page<WorkflowRun>;
  readonly searching: boolean;
  readonly onSearch: (search: Search) => void;
}

/** All workflows, the newest first; the address says which one is open. */
export function History({ page, searching, onSearch }: HistoryProps) {
  const [params] = useSearchParams();
  const query = workflowQueryOf(params);
  useRefresh(page.rows);
  const entryOf = (run: WorkflowRun) => {
    const open = run.id === query.open;
    const head = {
      open,
      to: workflowSearchOf({ ...query, open: open ? null : run.id }),
      action: run.status !== 'processing' && <DeleteWorkflow run={run} />,
    };
    if (run.kind === 'file') return <FileHistoryEntry key={run.id} run={run} {...head} />;
    return (
      <HistoryEntry key={run.id} run={run} {...head}>
        <SearchEntry run={run} busy={searching} onSearch={onSearch} />
      </HistoryEntry>
    );
  };
  return (
    <Stack as="section" aria-labelledby="history">
      <SectionTitle id="history">History</SectionTitle>
      {page.rows.length > 0 ? (
        <Stack as="ul" $gap={3}>
          {page.rows.map(entryOf)}
        </Stack>
      ) : (
        <EmptyState text="No workflows yet" />
      )}
      <Pages page={query.page} total={page.total} linkTo={(to) => workflowSearchOf({ page: to, open: null })} />
    </Stack>
  );
}

/** What runs is not deleted: its result is being paid for. */
function DeleteWorkflow({ run }: { readonly run: WorkflowRun }) {
  return (
    <DeleteRow
      row={{ id: run.id, title: nameOf(run) }}
      question="Are you sure you want to delete this workflow?"
      failure="Failed to delete workflow"
      remove={(id) => asStaff((client) => deleteRecord(client, { table: 'workflows' }, id))}
    />
  );
}

interface FileHistoryEntryProps {
  readonly run: FileRun;
  readonly open: boolean;
  readonly to: string;
  readonly action: ReactNode;
}

/** Holds the writing of articles, which goes on when the entry is closed. */
function FileHistoryEntry({ run, ...head }: FileHistoryEntryProps) {
  const { revalidate } = useRevalidator();
  const articles = useArticles(async (idea) => {
    const outcome = await writeArticle(run.id, idea);
    // Each takes one of the day's calls.
    void revalidate();
    return outcome;
  });
  return (
    <HistoryEntry run={run} {...head}>
      <FileEntry run={run} articles={articles} onSelect={(idea, selected) => saveSelected(run.id, idea, selected)} />
    </HistoryEntry>
  );
}
