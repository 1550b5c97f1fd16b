import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionsBackend, startFunctionsBackend } from './functions-backend.ts';
import { completion } from './perplexity-answers.ts';
import { hang, held, json } from './provider-server.ts';
import { endOf, waitingWorkflow } from './workflow-rows.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend();
});
afterAll(() => backend.close());

const ask = (workflowId: string, init: RequestInit = {}) =>
  fetch(`${backend.url}/functions/v1/web-search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${backend.staffToken}` },
    body: JSON.stringify({ workflowId, query: 'Was gilt?' }),
    ...init,
  });

test('a client that disconnects does not end the work', async () => {
  const slow = held(json(200, completion('Ja.')));
  backend.provider.answerWith(slow.reply);
  const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
  const leaving = new AbortController();
  const call = ask(workflowId, { signal: leaving.signal });
  await slow.arrived;
  leaving.abort();
  await expect(call).rejects.toThrow();
  slow.release();
  await expect.poll(async () => (await endOf(backend, workflowId)).status, { timeout: 5000 }).toBe('completed');
});

test('a function that is killed leaves no workflow in processing', async () => {
  const arrived = held(hang);
  backend.provider.answerWith(arrived.reply);
  const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
  const call = ask(workflowId);
  await arrived.arrived;
  await backend.killFunctions();
  expect((await call).status).toBe(502);
  expect((await endOf(backend, workflowId)).status).toBe('processing');

  // As if ten minutes had passed since it was claimed.
  await backend.database.execute(`
    alter table workflows disable trigger user;
    update workflows set started_at = now() - interval '11 minutes' where id = '${workflowId}';
    alter table workflows enable trigger user;
  `);
  await backend.staff.rpc('fail_stale_workflows');
  expect(await endOf(backend, workflowId)).toMatchObject({
    status: 'failed',
    error_message: 'The run took longer than 10 minutes and was given up.',
  });
});
