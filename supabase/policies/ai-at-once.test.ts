import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const TIMES = Array.from({ length: 20 }, (_, index) => index);

test('concurrent calls do not exceed the limit', async () => {
  await backend.owner.query('update private.settings set ai_calls_of_account = 3');
  const answers = await Promise.all(TIMES.map(() => backend.as.staff.rpc('take_ai_call')));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(3);
  expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'PT429']));
});

test('one of several concurrent claims is granted', async () => {
  const claim = () => backend.as.staff.rpc('claim_article', { idea: { title: 'Idee' } });
  const answers = await Promise.all(TIMES.map(claim));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'PT409']));
});

test('concurrent stores with one receipt make one draft', async () => {
  const { data } = await backend.as.staff.rpc('claim_article', { idea: { title: 'Idee' } }).single();
  const { receipt } = data as { receipt: string };
  const draft = { title: 'Idee', slug: 'idee', content: 'Text', author: 'Anna' };
  const answers = await Promise.all(
    TIMES.map(() => backend.as.staff.rpc('store_article', { receipt, draft }).single()),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.data)))).toHaveLength(1);
  expect((await backend.as.staff.from('posts').select('slug').eq('title', 'Idee')).data).toEqual([{ slug: 'idee' }]);
});
