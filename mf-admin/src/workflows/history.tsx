import type { StaffClient } from '@ki/shared/data/clients.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { SectionTitle } from '@ki/shared/ui/page/section-title.tsx';
import type { ReactNode } from 'react';
import { useRevalidator, useSearchParams } from 'react-router-dom';
import { deleteRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { serverNow } from '../kit/model/clock.ts';
import { Note } from '../kit/part.tsx';
import { Pages } from '../kit/table/data-table.tsx';
import { useRepeatedly } from '../kit/use-repeatedly.ts';
import { ConfirmedAction } from '../versions/delete-button.tsx';
import { type ArticleCosts, FileEntry } from './components/file-entry.tsx';
import { HistoryEntry, type HistoryEntryProps } from './components/history-entry.tsx';
import { SearchEntry, type SearchEntryProps } from './components/search-entry.tsx';
import { type ArticleResult, useArticles } from './components/use-articles.ts';
import { generateArticle, haveWorkflowsChanged, saveArticle, saveIdea, type WorkflowPage } from './data/workflows.ts';
import type { Search } from './model/search-form.ts';
import {
  type Assignment,
  articleAlert,
  createdPostId,
  type FileRun,
  type Idea,
  isRunning,
  nameOf,
  type WorkflowRun,
} from './model/workflow.ts';
import { workflowQueryOf, workflowSearchOf } from './model/workflow-query.ts';

type SavePost = (client: StaffClient, postId: string) => Promise<unknown>;

async function writeArticle(assignment: Assignment, savePost: SavePost): Promise<ArticleResult> {
  const response = await asStaff((client) => generateArticle(client, assignment));
  if (!response.ok) return { alert: articleAlert(response.message) };
  const postId = createdPostId(response.body);
  if (!postId) return { alert: articleAlert(null) };
  // The draft exists. A missing reference in the workflow is no failure.
  await asStaff((client) => savePost(client, postId)).catch(console.error);
  return { postId };
}

/** The state of article writing. Each article uses an AI call, whose count is read again. */
function useWriting<Order extends Assignment>(saverOf: (order: Order) => SavePost) {
  const { revalidate } = useRevalidator();
  return useArticles(async (order: Order) => {
    const result = await writeArticle(order, saverOf(order));
    void revalidate();
    return result;
  });
}

const saveSelected = (workflowId: string, idea: Idea, selected: boolean) =>
  asStaff((client) => saveIdea(client, workflowId, idea.id, { selected }));

const POLL_MS = 3_000;

/** For pending workflows that are older than a minute: their function may never start. */
const SLOW_POLL_MS = 15_000;
const RECENT_MS = 60_000;

const isActive = ({ status, createdAt }: WorkflowRun) =>
  status === 'processing' || serverNow() - Date.parse(createdAt) < RECENT_MS;

/** Polls the unfinished workflows and reloads the list when one has changed. Pauses in a hidden tab. */
function usePolling(runs: readonly WorkflowRun[]): void {
  const { revalidate } = useRevalidator();
  const unfinished = runs.filter(isRunning);
  const period = unfinished.some(isActive) ? POLL_MS : SLOW_POLL_MS;
  // The database sends no events for workflows.
  useRepeatedly(unfinished.length > 0 ? period : null, async () => {
    if (document.visibilityState === 'hidden') return;
    if (await asStaff((client) => haveWorkflowsChanged(client, unfinished))) await revalidate();
  });
}

export interface HistoryProps {
  readonly page: WorkflowPage;
  readonly searching: boolean;
  readonly onSearch: (search: Search) => void;
  /** What an article costs. */
  readonly estimate: ReactNode;
}

export function History({ page, searching, onSearch, estimate }: HistoryProps) {
  const [params] = useSearchParams();
  const query = workflowQueryOf(params);
  usePolling(page.rows);
  const entryOf = (run: WorkflowRun) => {
    const open = run.id === query.open;
    const head = {
      open,
      cost: page.costs.get(run.id),
      to: workflowSearchOf({ ...query, open: open ? null : run.id }),
      // A running workflow cannot be deleted: its AI call is paid for.
      action: run.status !== 'processing' && <DeleteWorkflow run={run} />,
    };
    const paid = { costs: page.costs, estimate };
    if (run.kind === 'file') return <FileHistoryEntry key={run.id} run={run} {...head} {...paid} />;
    return <SearchHistoryEntry key={run.id} run={run} busy={searching} onSearch={onSearch} {...head} {...paid} />;
  };
  return (
    <Stack as="section" aria-labelledby="history">
      <SectionTitle id="history">History</SectionTitle>
      {page.rows.length > 0 ? (
        <Stack as="ul" $gap={3}>
          {page.rows.map(entryOf)}
        </Stack>
      ) : (
        <EmptyState text="No workflows yet" action={<Note>Start a search or choose a file above.</Note>} />
      )}
      <Pages page={query.page} total={page.total} linkTo={(to) => workflowSearchOf({ page: to, open: null })} />
    </Stack>
  );
}

const DeleteWorkflow = ({ run }: { readonly run: WorkflowRun }) => (
  <ConfirmedAction
    row={{ id: run.id, title: nameOf(run) }}
    question="Are you sure you want to delete this workflow?"
    failure="Failed to delete workflow"
    run={(id) => asStaff((client) => deleteRecord(client, { table: 'workflows' }, id))}
  />
);

type Head = Omit<HistoryEntryProps, 'run' | 'children'>;

/** Holds the state of article writing, which continues while the entry is closed. */
function SearchHistoryEntry(props: Head & Omit<SearchEntryProps, 'articles'>) {
  const { run, busy, onSearch, costs, estimate, ...head } = props;
  const articles = useWriting(() => (client, postId) => saveArticle(client, run.id, postId));
  const entry = { run, busy, onSearch, costs, estimate, articles };
  return (
    <HistoryEntry run={run} {...head}>
      <SearchEntry {...entry} />
    </HistoryEntry>
  );
}

/** Holds the state of article writing, which continues while the entry is closed. */
function FileHistoryEntry({ run, costs, estimate, ...head }: Head & ArticleCosts & { readonly run: FileRun }) {
  const articles = useWriting((idea: Idea) => (client, postId) => saveIdea(client, run.id, idea.id, { postId }));
  return (
    <HistoryEntry run={run} {...head}>
      <FileEntry
        run={run}
        articles={articles}
        costs={costs}
        estimate={estimate}
        onSelect={(idea, selected) => saveSelected(run.id, idea, selected)}
      />
    </HistoryEntry>
  );
}
