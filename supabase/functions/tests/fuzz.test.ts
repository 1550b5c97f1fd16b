import { FUZZ_SEED, rounds } from '@ki/shared/testing/rounds.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { spoilt, strangeValue } from '../../reliability/testing/strange-values.ts';
import { functionsBackend, KEYS } from '../testing/functions-backend.ts';
import { completion, generated } from '../testing/provider-answers.ts';
import { json } from '../testing/provider-server.ts';

const CASES = rounds({ short: 200, long: 1000 });
const AT_ONCE = 10;

const backend = functionsBackend({ PROVIDER_TIMEOUT_MS: '2000' });
beforeAll(() =>
  backend.database.query('update private.settings set ai_calls_of_account = 10000, ai_calls_in_all = 10000'),
);

/** A placeholder for the id of a workflow that is stored right before its request. */
const WORKFLOW = 'a workflow of its own';

const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'web-search': {
    workflowId: WORKFLOW,
    query: 'Was gilt?',
    maxResults: 10,
    searchRecencyFilter: 'month',
    searchDomainFilter: ['admin.ch'],
  },
  'blog-ideas': { workflowId: WORKFLOW, fileContent: 'Notizen', filename: 'Notizen.txt' },
  'generate-article': { ideaId: '1', title: 'Idee', description: 'a', value: 'b', keyword: '', sources: [] },
};

const request = fc.oneof(
  ...Object.entries(BODIES).map(([name, right]) => spoilt(right).map((body) => ({ name, body }))),
);

const text = fc.oneof(
  strangeValue.map((value) => JSON.stringify(value)),
  fc.constantFrom('Prosa [1]', '[', '[{"title":"Idee"}]', '[]'),
);
const reply = fc.record({
  status: fc.constantFrom(200, 200, 200, 400, 401, 500),
  body: fc.oneof(
    fc.tuple(text, strangeValue).map(([words, citations]) => completion(words, { citations })),
    text.map((words) => generated(words)),
    strangeValue,
  ),
});

async function ask({ name, body }: { name: string; body: string }) {
  const workflow = name === 'blog-ideas' ? name : 'web-search';
  const sent = body.includes(WORKFLOW) ? body.replaceAll(WORKFLOW, await backend.waitingWorkflow(workflow)) : body;
  return { name, sent, ...(await backend.post(name, sent)) };
}

const LEAK = new RegExp(`${Object.values(KEYS).join('|')}|\\bat \\S+ \\(|\\.ts:\\d|node_modules|Error:`);

test(`${CASES} strange requests and answers never end in a bare 500, a stack trace or a key`, async () => {
  const statuses = new Set<number>();
  const several = fc.array(fc.record({ request, reply }), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const answered = fc.asyncProperty(several, async (cases) => {
    backend.provider.answerWith(...cases.map(({ reply: { status, body } }) => json(status, body)));
    for (const answer of await Promise.all(cases.map(({ request }) => ask(request)))) {
      statuses.add(answer.status);
      expect(answer.status, JSON.stringify(answer)).not.toBe(500);
      if (answer.status >= 400) expect(answer.body.error, JSON.stringify(answer)).toEqual(expect.stringMatching(/\S/));
      expect(JSON.stringify(answer.body)).not.toMatch(LEAK);
    }
  });
  await fc.assert(answered, { seed: FUZZ_SEED, numRuns: CASES / AT_ONCE });
  expect(backend.output.join('\n')).not.toMatch(LEAK);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 502]));
}, 600_000);
