import { z } from 'npm:zod@4.6.7';
import type { Metered, Usage } from '../_shared/ai-calls.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { Failure } from '../_shared/http.ts';
import { callProvider, type Source } from '../_shared/provider.ts';

/** A domain or an address below it; a leading minus excludes it. */
const DOMAIN = /^-?(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/u;

export const searchSchema = z.object({
  workflowId: z.uuid(),
  query: z.string().trim().min(1, 'must not be blank').max(4000),
  maxResults: z.int().min(5).max(20).default(10),
  searchRecencyFilter: z.enum(['day', 'week', 'month', 'year']).default('month'),
  searchDomainFilter: z.array(z.string().trim().max(253).regex(DOMAIN, 'is not a domain')).max(20).nullish(),
});

export type SearchRequest = z.output<typeof searchSchema>;

const KEY = 'PERPLEXITY_API_KEY';

const MOST_TOKENS = 4_000;

const contentSchema = z.union([
  z.string(),
  z.array(z.object({ text: z.string().catch('') })).transform((chunks) => chunks.map(({ text }) => text).join('')),
]);

const answerSchema = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: contentSchema }), finish_reason: z.string().nullish() })],
    z.unknown(),
  ),
  citations: z.array(z.string()).nullish().catch(null),
  search_results: z
    .array(z.object({ url: z.string(), title: z.string().nullish(), date: z.string().nullish() }))
    .nullish()
    .catch(null),
  related_questions: z.array(z.string()).nullish().catch(null),
});

const usageSchema = z.object({
  model: z.string().optional().catch(undefined),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
});

export interface SearchResult {
  readonly query: string;
  readonly content: string;
  readonly citations: readonly string[];
  readonly search_results: readonly Source[];
  readonly related_questions: readonly string[];
}

export async function search(request: SearchRequest, prompt: string, dependencies: Metered): Promise<SearchResult> {
  const response = await ask(request, prompt, dependencies);
  const { data: used } = usageSchema.safeParse(response);
  if (used) dependencies.noteUsage(usageOf(used, dependencies));
  const { data: answer } = answerSchema.safeParse(response);
  const [choice] = answer?.choices ?? [];
  const content = choice && withoutThoughts(choice.message.content);
  if (!answer || !content) throw new Failure(502, 'Perplexity sent no answer to the question. Please try again.');
  if (choice.finish_reason === 'length') {
    throw new Failure(502, 'The answer of Perplexity was cut off before its end. Please ask a narrower question.');
  }
  const sources = sourcesOf(answer.citations ?? [], answer.search_results ?? []);
  return {
    query: request.query,
    content,
    citations: sources.map(({ url }) => url),
    search_results: sources,
    related_questions: answer.related_questions ?? [],
  };
}

const modelOf = ({ setting }: Dependencies) => setting('PERPLEXITY_MODEL') ?? 'sonar-pro';

const usageOf = ({ model, usage }: z.output<typeof usageSchema>, dependencies: Dependencies): Usage => ({
  model: model ?? modelOf(dependencies),
  input_tokens: usage.prompt_tokens,
  output_tokens: usage.completion_tokens,
});

function ask(request: SearchRequest, prompt: string, dependencies: Dependencies): Promise<unknown> {
  const { setting } = dependencies;
  const key = setting(KEY);
  if (!key) throw new Failure(503, `${KEY} is not set`, { unpaid: true });
  const domains = request.searchDomainFilter ?? [];
  return callProvider(
    {
      provider: 'Perplexity',
      keyName: KEY,
      key,
      url: `${setting('PERPLEXITY_BASE_URL')?.replace(/\/+$/, '') ?? 'https://api.perplexity.ai'}/chat/completions`,
      headers: { authorization: `Bearer ${key}` },
      body: {
        model: modelOf(dependencies),
        messages: [
          { role: 'system', content: prompt },
          { role: 'user', content: request.query },
        ],
        max_tokens: MOST_TOKENS,
        num_search_results: request.maxResults,
        search_recency_filter: request.searchRecencyFilter,
        return_related_questions: true,
        ...(domains.length > 0 && { search_domain_filter: domains }),
      },
    },
    dependencies,
  );
}

const withoutThoughts = (content: string) => content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();

interface Found {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly date?: string | null | undefined;
}

/**
 * The sources in the order in which the text numbers them: newer answers carry `search_results`, older ones only
 * `citations`.
 */
export function sourcesOf(citations: readonly string[], results: readonly Found[]): Source[] {
  const known = results.map(({ url, title, date }) => ({ url, ...(title && { title }), ...(date && { date }) }));
  return [...known, ...citations.slice(known.length).map((url) => ({ url }))];
}
