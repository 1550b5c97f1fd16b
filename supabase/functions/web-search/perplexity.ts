import { z } from 'npm:zod@4.6.7';
import type { Dependencies } from '../_shared/dependencies.ts';
import { Failure } from '../_shared/failure.ts';
import { callProvider } from '../_shared/provider.ts';
import type { SearchRequest } from './body.ts';
import { sourcesOf } from './sources.ts';

const KEY = 'PERPLEXITY_API_KEY';

/** For one answer: several times the 400 words that the built-in prompt asks for. */
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

/** Asks Perplexity and turns its answer into the workflow's `output_data`. */
export async function search(request: SearchRequest, prompt: string, dependencies: Dependencies): Promise<object> {
  const { data: answer } = answerSchema.safeParse(await ask(request, prompt, dependencies));
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
        model: setting('PERPLEXITY_MODEL') ?? 'sonar-pro',
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

/** Reasoning models begin with their thoughts. */
const withoutThoughts = (content: string) => content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();
