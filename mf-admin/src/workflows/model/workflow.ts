import { site } from '@ki/shared/contract/site.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { z } from 'zod/mini';

const STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

export type WorkflowStatus = (typeof STATUSES)[number];

type WorkflowRow = Pick<
  Database['public']['Tables']['workflows']['Row'],
  'id' | 'workflow_type' | 'status' | 'input_data' | 'output_data' | 'error_message' | 'created_at'
>;

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);

const searchInput = z.catch(
  z.object({
    query: text,
    max_results: z.catch(z.nullable(z.number()), null),
    search_recency_filter: z.catch(z.nullable(z.string()), null),
    search_domain_filter: texts,
  }),
  { query: '', max_results: null, search_recency_filter: null, search_domain_filter: [] },
);

const searchOutput = z.pipe(
  z.object({
    content: z.string(),
    citations: texts,
    search_results: z.catch(z.array(z.object({ url: z.string(), title: z.optional(z.string()) })), []),
    related_questions: texts,
    post_id: z.catch(z.nullable(z.string()), null),
  }),
  z.transform(({ content, citations, search_results, related_questions, post_id }) => ({
    content,
    citations,
    titles: Object.fromEntries(search_results.map(({ url, title }) => [url, title ?? ''])),
    relatedQuestions: related_questions,
    postId: post_id,
  })),
);

export type SearchResult = z.output<typeof searchOutput>;

const fileInput = z.catch(z.object({ filename: text, notes: texts }), { filename: '', notes: [] });

const ideaSchema = z.pipe(
  z.object({
    id: z.coerce.string(),
    title: text,
    description: text,
    mehrwert: text,
    selected: z.catch(z.boolean(), true),
    sources: texts,
    post_id: z.catch(z.nullable(z.string()), null),
  }),
  z.transform(({ post_id, ...idea }) => ({ ...idea, postId: post_id })),
);

export type Idea = z.output<typeof ideaSchema>;

/** An idea or an answer of which an article is written. */
export interface Assignment extends Pick<Idea, 'id' | 'title' | 'description' | 'mehrwert'> {
  readonly sources: readonly (string | { readonly url: string; readonly title?: string })[];
}

const shortened = z.object({ used_characters: z.number() });

/** The model's ideas, or its plain text where it could not be parsed. */
const ideasOutput = z.union([
  z.object({ items: z.array(ideaSchema) }),
  z.pipe(
    z.object({ ideas: z.string() }),
    z.transform(({ ideas }) => ({ text: ideas })),
  ),
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
  usedCharacters: shortened.safeParse(row.output_data).data?.used_characters ?? null,
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

/** The calls of today, by the account and by everybody. */
export type AiCalls = Database['public']['Functions']['ai_calls_today']['Returns'][number];

export const areUsedUp = ({ mine, of_account, everybodys, in_all }: AiCalls) =>
  mine >= of_account || everybodys >= in_all;

/** Several calls: those of a month, or the median of at most 20. */
export interface CallCost extends AiCost {
  readonly calls: number;
}

export type Estimates = Readonly<Record<string, CallCost>>;

/** Tokens and cost of AI calls; `cost` is null without a price. */
export interface AiCost {
  readonly tokens: number;
  readonly cost: number | null;
  readonly currency: string;
}

const wholeNumber = (value: number): string => value.toLocaleString('en');

/** A call costs parts of a cent. */
const digitsOf = (amount: number) => (amount !== 0 && amount < 0.1 ? 4 : 2);

/** As prices of the site are shown. Engines differ in the separators of a locale. */
function money(amount: number, currency: string): string {
  const { formats, currency: own } = site();
  const [pattern, group, decimal] =
    formats && currency === own ? [formats.price, formats.group, formats.decimal] : [`${currency}\u00a0{n}`, '’', '.'];
  const [whole = '', cents = ''] = amount.toFixed(digitsOf(amount)).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return pattern.replace('{n}', () => `${grouped}${decimal}${cents.replace(/(?<=..)0+$/, '')}`);
}

export const costText = ({ tokens, cost, currency }: AiCost): string =>
  `${wholeNumber(tokens)} ${tokens === 1 ? 'token' : 'tokens'}${cost === null ? '' : `, ${money(cost, currency)}`}`;

/** Response of an edge function. `message` is null when it gave no reason or was not reached. */
export type FunctionResponse =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string | null };

export const SEARCH_FAILED = 'Failed to process search. Please try again.';
const FILE_FAILED = 'Failed to process file. Please try again.';
const QUOTA = 'Gemini API quota exceeded. Please wait a few minutes or check your API billing.';

export const fileAlert = (message: string | null) =>
  /quota|resource[_ -]?exhausted/i.test(message ?? '') ? QUOTA : FILE_FAILED;

export const articleAlert = (message: string | null) => (message ? `Error: ${message}` : 'Failed to generate article');

const withPost = z.object({ post: z.object({ id: z.string() }) });

export const createdPostId = (body: unknown): string | null => withPost.safeParse(body).data?.post.id ?? null;
