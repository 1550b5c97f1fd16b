import type { Database } from '@ki/shared/data/database.types.ts';
import { z } from '../../kit/model/z.ts';
import type { AiCost } from './ai-cost.ts';

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type WorkflowStatus = (typeof STATUSES)[number];

type WorkflowRow = Pick<
  Database['public']['Tables']['workflows']['Row'],
  'id' | 'workflow_type' | 'status' | 'input_data' | 'output_data' | 'error_message' | 'created_at'
>;

const text = z.string().catch('');
const texts = z.array(z.string()).catch([]);

const searchInput = z
  .object({
    query: text,
    max_results: z.number().nullable().catch(null),
    search_recency_filter: z.string().nullable().catch(null),
    search_domain_filter: texts,
  })
  .catch({ query: '', max_results: null, search_recency_filter: null, search_domain_filter: [] });

const searchOutput = z
  .object({
    content: z.string(),
    citations: texts,
    search_results: z.array(z.object({ url: z.string(), title: z.string().optional() })).catch([]),
    related_questions: texts,
    post_id: z.string().nullable().catch(null),
  })
  .transform(({ content, citations, search_results, related_questions, post_id }) => ({
    content,
    citations,
    titles: Object.fromEntries(search_results.map(({ url, title }) => [url, title ?? ''])),
    relatedQuestions: related_questions,
    postId: post_id,
  }));

export type SearchResult = z.output<typeof searchOutput>;

const fileInput = z.object({ filename: text, notes: texts }).catch({ filename: '', notes: [] });

const ideaSchema = z
  .object({
    id: z.coerce.string(),
    title: text,
    description: text,
    mehrwert: text,
    selected: z.boolean().catch(true),
    sources: texts,
    post_id: z.string().nullable().catch(null),
  })
  .transform(({ post_id, ...idea }) => ({ ...idea, postId: post_id }));

export type Idea = z.output<typeof ideaSchema>;

/** An idea or an answer of which an article is written. */
export interface Assignment extends Pick<Idea, 'id' | 'title' | 'description' | 'mehrwert'> {
  readonly sources: readonly (string | { readonly url: string; readonly title?: string })[];
}

const usedCharacters = z.object({ used_characters: z.number() }).transform((output) => output.used_characters);

/** The model's ideas, or its plain text where it could not be parsed. */
const ideasOutput = z.union([
  z.object({ items: z.array(ideaSchema) }),
  z.object({ ideas: z.string() }).transform(({ ideas }) => ({ text: ideas })),
]);

const runOf = (row: WorkflowRow) => ({
  id: row.id,
  status: STATUSES.find((status) => status === row.status) ?? 'pending',
  error: row.error_message,
  createdAt: row.created_at,
});

function toSearchRun(row: WorkflowRow) {
  const input = searchInput.parse(row.input_data);
  return {
    ...runOf(row),
    kind: 'search' as const,
    query: input.query,
    maxResults: input.max_results,
    recency: input.search_recency_filter,
    domains: input.search_domain_filter,
    result: searchOutput.safeParse(row.output_data).data ?? null,
  };
}

/** The longest that generate-article takes. */
const LONGEST = { title: 300, description: 5_000 };

/** The answer of a search as an assignment: its sources keep their numbers. */
export const assignmentOf = ({ id, query }: Pick<SearchRun, 'id' | 'query'>, result: SearchResult): Assignment => ({
  id,
  title: query.slice(0, LONGEST.title),
  description: result.content.slice(0, LONGEST.description),
  mehrwert: '',
  sources: result.citations.map((url) => (result.titles[url] ? { url, title: result.titles[url] } : { url })),
});

const toFileRun = (row: WorkflowRow) => ({
  ...runOf(row),
  kind: 'file' as const,
  ...fileInput.parse(row.input_data),
  /** Length of the part that was used of a truncated file. */
  usedCharacters: usedCharacters.safeParse(row.output_data).data ?? null,
  result: ideasOutput.safeParse(row.output_data).data ?? null,
});

export const toRun = (row: WorkflowRow): WorkflowRun =>
  row.workflow_type === 'perplexity_web_search' ? toSearchRun(row) : toFileRun(row);

export type SearchRun = ReturnType<typeof toSearchRun>;
export type FileRun = ReturnType<typeof toFileRun>;

export type WorkflowRun = SearchRun | FileRun;

export const nameOf = (run: WorkflowRun) => (run.kind === 'search' ? run.query : run.filename);

/** Ids that AI calls were made for: the workflow, and the posts of its ideas. */
export function paidRecordsOf(run: WorkflowRun): string[] {
  const written = run.kind === 'search' ? [run.result] : run.result && 'items' in run.result ? run.result.items : [];
  return [run.id, ...written.flatMap((source) => (isId(source?.postId) ? [source.postId] : []))];
}

const isId = (text: unknown): text is string => z.uuid().safeParse(text).success;

export const isRunning = ({ status }: WorkflowRun) => status === 'pending' || status === 'processing';

export interface AiCalls {
  readonly own: number;
  readonly ownLimit: number;
  readonly all: number;
  readonly limit: number;
}

export const areUsedUp = ({ own, ownLimit, all, limit }: AiCalls) => own >= ownLimit || all >= limit;

/** The calls of everybody in this month. */
export interface AiMonth extends AiCost {
  readonly calls: number;
}

export interface Estimate extends AiCost {
  /** How many calls it is the median of, at most 20. */
  readonly calls: number;
}

export type Estimates = Readonly<Record<string, Estimate>>;
