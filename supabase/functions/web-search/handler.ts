import { z } from 'npm:zod@4.6.7';
import type { Metered } from '../_shared/ai-calls.ts';
import { Failure } from '../_shared/http.ts';
import { onlyLinks } from '../_shared/only-links.ts';
import { callProvider, type Source } from '../_shared/provider.ts';
import type { Dependencies } from '../_shared/serve.ts';
import { oneLine, visibleText } from '../_shared/text.ts';
import { workflowHandler } from '../_shared/workflow.ts';

export const BUILT_IN_PROMPT = `Sie recherchieren für die Redaktion eines Fachportals über künstliche Intelligenz in der Erwachsenenbildung.

Beantworten Sie die Frage auf Deutsch, sachlich und in höchstens 400 Wörtern. Beginnen Sie mit der Antwort in zwei Sätzen, führen Sie danach aus, was in der Praxis einen Unterschied macht, und sagen Sie zum Schluss, was offen bleibt.

Belegen Sie jede Tatsachenbehauptung mit der Nummer ihrer Quelle in eckigen Klammern. Bevorzugen Sie Primärquellen. Finden Sie keine verlässliche Quelle, schreiben Sie das; raten Sie nicht.`;

/** A domain or an address below it; a leading minus excludes it. */
const DOMAIN = /^-?(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:\/\S*)?$/u;

const searchSchema = z.object({
  workflowId: z.uuid(),
  query: z.string().trim().min(1, 'must not be blank').max(4000),
  maxResults: z.int().min(5).max(20).default(10),
  searchRecencyFilter: z.enum(['day', 'week', 'month', 'year']).default('month'),
  searchDomainFilter: z.array(z.string().trim().max(253).regex(DOMAIN, 'is not a domain')).max(20).nullish(),
});

type SearchRequest = z.output<typeof searchSchema>;

export const handler = workflowHandler({
  type: 'perplexity_web_search',
  name: 'web-search',
  schema: searchSchema,
  builtInPrompt: BUILT_IN_PROMPT,
  work: async (...asked) => withoutOrders(await search(...asked)),
});

const PERPLEXITY = {
  name: 'Perplexity',
  base: 'https://api.perplexity.ai',
  headersFor: (key: string) => ({ authorization: `Bearer ${key}` }),
} as const;

const MOST_TOKENS = 4_000;

const contentSchema = z.union([
  z.string(),
  z.array(z.object({ text: z.string().catch('') })).transform((chunks) => chunks.map(({ text }) => text).join('')),
]);

const foundSchema = z.object({ url: z.string(), title: z.string().nullish(), date: z.string().nullish() });

const answerSchema = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: contentSchema }), finish_reason: z.string().nullish() })],
    z.unknown(),
  ),
  citations: z.array(z.string()).nullish().catch(null),
  search_results: z.array(foundSchema).nullish().catch(null),
  related_questions: z.array(z.string()).nullish().catch(null),
});

const usageSchema = z
  .object({
    model: z.string().optional().catch(undefined),
    usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
  })
  .transform(({ model, usage }) => ({
    model,
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
  }));

async function search(request: SearchRequest, prompt: string, dependencies: Metered) {
  const response = await ask(request, prompt, dependencies);
  const { data: used } = usageSchema.safeParse(response);
  if (used) dependencies.noteUsage({ ...used, model: used.model ?? modelOf(dependencies) });
  const { data: answer } = answerSchema.safeParse(response);
  const [choice] = answer?.choices ?? [];
  const content = choice && withoutThoughts(choice.message.content);
  if (!answer || !content) throw new Failure(502, 'Perplexity sent no answer to the question. Please try again.');
  if (choice.finish_reason === 'length') {
    throw new Failure(502, 'The answer of Perplexity was cut off before its end. Please ask a narrower question.');
  }
  const sources = sourcesOf(answer);
  return {
    query: request.query,
    content,
    citations: sources.map(({ url }) => url),
    search_results: sources,
    related_questions: answer.related_questions ?? [],
  };
}

type SearchResult = Awaited<ReturnType<typeof search>>;

const modelOf = ({ setting }: Dependencies) => setting('PERPLEXITY_MODEL') ?? 'sonar-pro';

function ask(request: SearchRequest, prompt: string, dependencies: Dependencies): Promise<unknown> {
  const domains = request.searchDomainFilter ?? [];
  const body = {
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
  };
  return callProvider(PERPLEXITY, '/chat/completions', body, dependencies);
}

const withoutThoughts = (content: string) => content.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim();

/**
 * The sources in the order in which the text numbers them: newer answers carry `search_results`, older ones only
 * `citations`.
 */
function sourcesOf({ citations, search_results: results }: z.output<typeof answerSchema>): Source[] {
  const known = (results ?? []).map(({ url, title, date }) => ({
    url,
    ...(title && { title }),
    ...(date && { date }),
  }));
  return [...known, ...(citations ?? []).slice(known.length).map((url) => ({ url }))];
}

/** What a search found is shown, and becomes material: no hidden characters, no pictures, and no links but its sources. */
function withoutOrders({ content, search_results: results, related_questions: questions, ...found }: SearchResult) {
  return {
    ...found,
    content: onlyLinks(visibleText(content), results),
    search_results: results.map((source) => ({ ...source, ...(source.title && { title: oneLine(source.title) }) })),
    related_questions: questions.map(oneLine),
  };
}
