import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated } from './gemini-answers.ts';
import { completion } from './perplexity-answers.ts';
import { json, type Reply } from './provider-server.ts';
import { anyValue, oneOf, type Random, randomFrom } from './random.ts';
import { waitingWorkflow } from './workflow-rows.ts';

const CASES = 1000;
const AT_ONCE = 10;

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '2000' });
  await backend.database.query('update private.settings set ai_calls_of_account = 10000, ai_calls_in_all = 10000');
});
afterAll(() => backend.close());

const BODIES: Record<string, Record<string, unknown>> = {
  'web-search': { query: 'Was gilt?', maxResults: 10, searchRecencyFilter: 'month', searchDomainFilter: ['admin.ch'] },
  'blog-ideas': { fileContent: 'Notizen', filename: 'Notizen.txt' },
  'generate-article': { ideaId: '1', title: 'Idee', description: 'a', value: 'b', keyword: '', sources: [] },
};

const TYPES = { 'web-search': 'perplexity_web_search', 'blog-ideas': 'gemini_blog_ideas' } as const;

/** A right body with some fields exchanged, missing or added; sometimes something else altogether. */
function spoiltBody(random: Random, right: Record<string, unknown>): unknown {
  const kind = random();
  if (kind < 0.1) return anyValue(random);
  if (kind < 0.15) return oneOf(random, ['', '{', '[1,', 'null', '"\\ud800"', '\u0000', '['.repeat(50_000)]);
  const body = { ...right };
  for (const field of [...Object.keys(right), '__proto__', 'constructor']) {
    if (random() < 0.25) Object.defineProperty(body, field, { value: anyValue(random), enumerable: true });
    else if (random() < 0.1) delete body[field];
  }
  return body;
}

const anyReply = (random: Random): Reply => {
  const text = oneOf(random, [JSON.stringify(anyValue(random)), 'Prosa [1]', '[', '[{"title":"Idee"}]']);
  const bodies = [completion(text, { citations: anyValue(random) }), generated(text), anyValue(random)];
  return json(oneOf(random, [200, 200, 200, 400, 401, 500]), oneOf(random, bodies));
};

async function tryCase(number: number) {
  const random = randomFrom(number);
  const name = oneOf(random, Object.keys(BODIES));
  const type = TYPES[name as keyof typeof TYPES];
  const workflow = type && random() < 0.8 ? { workflowId: await waitingWorkflow(backend, type) } : {};
  const answer = await backend.post(name, spoiltBody(random, { ...BODIES[name], ...workflow }));
  return { number, name, ...answer };
}

const LEAK = new RegExp(`${Object.values(KEYS).join('|')}|\\bat \\S+ \\(|\\.ts:\\d|node_modules|Error:`);

test(`${CASES} strange requests and answers never end in a bare 500, a stack trace or a key`, async () => {
  const random = randomFrom(0);
  const statuses = new Map<number, number>();
  for (let first = 0; first < CASES; first += AT_ONCE) {
    backend.provider.answerWith(...Array.from({ length: AT_ONCE }, () => anyReply(random)));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => tryCase(first + index)));
    for (const answer of answers) {
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, JSON.stringify(answer)).not.toBe(500);
      if (answer.status >= 400) expect(answer.body.error, JSON.stringify(answer)).toEqual(expect.stringMatching(/\S/));
      expect(JSON.stringify(answer.body)).not.toMatch(LEAK);
    }
  }
  expect(backend.output.join('\n')).not.toMatch(LEAK);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 502]));
}, 240_000);
