import { z } from '../../records/model/z.ts';

export const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type WorkflowStatus = (typeof STATUSES)[number];

export interface Idea {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly mehrwert: string;
  readonly selected: boolean;
  readonly sources: readonly string[];
  readonly postId: string | null;
}

export interface SearchResult {
  readonly content: string;
  readonly citations: readonly string[];
  readonly titles: Readonly<Record<string, string>>;
  readonly relatedQuestions: readonly string[];
}

/** The model's ideas, or its plain text where it could not be parsed. */
export type IdeasResult = { readonly items: readonly Idea[] } | { readonly text: string };

interface Run {
  readonly id: string;
  readonly status: WorkflowStatus;
  readonly error: string | null;
  readonly createdAt: string;
}

export interface SearchRun extends Run {
  readonly kind: 'search';
  readonly query: string;
  readonly maxResults: number | null;
  readonly recency: string | null;
  readonly domains: readonly string[];
  readonly result: SearchResult | null;
}

export interface FileRun extends Run {
  readonly kind: 'file';
  readonly filename: string;
  readonly filesize: number | null;
  /** Length of the part that was used of a truncated file. */
  readonly usedCharacters: number | null;
  readonly result: IdeasResult | null;
}

export type WorkflowRun = SearchRun | FileRun;

export const nameOf = (run: WorkflowRun) => (run.kind === 'search' ? run.query : run.filename);

export const isRunning = ({ status }: WorkflowRun) => status === 'pending' || status === 'processing';

export interface WorkflowRow {
  readonly id: string;
  readonly workflow_type: string;
  readonly status: string;
  readonly input_data: unknown;
  readonly output_data: unknown;
  readonly error_message: string | null;
  readonly created_at: string;
}

const text = z.string().catch('');
const texts = z
  .array(z.string())
  .nullish()
  .catch([])
  .transform((list) => list ?? []);

const searchInput = z
  .object({
    query: text,
    max_results: z.number().nullable().catch(null),
    search_recency_filter: z.string().nullable().catch(null),
    search_domain_filter: texts,
  })
  .catch({ query: '', max_results: null, search_recency_filter: null, search_domain_filter: [] });

const searchOutput = z.object({
  content: z.string(),
  citations: texts,
  search_results: z.array(z.object({ url: z.string(), title: z.string().optional() })).catch([]),
  related_questions: texts,
});

const fileInput = z
  .object({ filename: text, filesize: z.number().nullable().catch(null) })
  .catch({ filename: '', filesize: null });

const ideaSchema = z
  .object({
    id: z.coerce.string(),
    title: text,
    description: text,
    mehrwert: text,
    selected: z.boolean().catch(true),
    sources: texts,
    post_id: z.string().nullish().catch(null),
  })
  .transform(({ post_id, ...idea }): Idea => ({ ...idea, postId: post_id ?? null }));

const usedCharacters = z.object({ used_characters: z.number() }).transform((output) => output.used_characters);

const ideasOutput = z.union([
  z.object({ items: z.array(ideaSchema) }),
  z.object({ ideas: z.string() }).transform(({ ideas }) => ({ text: ideas })),
]);

export function toRun(row: WorkflowRow): WorkflowRun {
  const run = {
    id: row.id,
    status: STATUSES.find((status) => status === row.status) ?? 'pending',
    error: row.error_message,
    createdAt: row.created_at,
  };
  return row.workflow_type === 'perplexity_web_search' ? toSearchRun(run, row) : toFileRun(run, row);
}

function toSearchRun(run: Run, row: WorkflowRow): SearchRun {
  const input = searchInput.parse(row.input_data);
  const { data: output } = searchOutput.safeParse(row.output_data);
  return {
    ...run,
    kind: 'search',
    query: input.query,
    maxResults: input.max_results,
    recency: input.search_recency_filter,
    domains: input.search_domain_filter,
    result: output
      ? {
          content: output.content,
          citations: output.citations,
          titles: Object.fromEntries(output.search_results.map(({ url, title }) => [url, title ?? ''])),
          relatedQuestions: output.related_questions,
        }
      : null,
  };
}

function toFileRun(run: Run, row: WorkflowRow): FileRun {
  const { filename, filesize } = fileInput.parse(row.input_data);
  return {
    ...run,
    kind: 'file',
    filename,
    filesize,
    usedCharacters: usedCharacters.safeParse(row.output_data).data ?? null,
    result: ideasOutput.safeParse(row.output_data).data ?? null,
  };
}

export interface WorkflowQuery {
  readonly page: number;
  readonly open: string | null;
}

export function workflowQueryOf(params: URLSearchParams): WorkflowQuery {
  const page = Number(params.get('page') ?? 1);
  return {
    page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    open: params.get('workflow'),
  };
}

export function workflowSearchOf({ page, open }: WorkflowQuery): string {
  const params = new URLSearchParams();
  if (page > 1) params.set('page', String(page));
  if (open) params.set('workflow', open);
  return `?${params}`;
}

export interface AiCalls {
  readonly own: number;
  readonly ownLimit: number;
  readonly all: number;
  readonly limit: number;
}

export const areUsedUp = ({ own, ownLimit, all, limit }: AiCalls) => own >= ownLimit || all >= limit;
