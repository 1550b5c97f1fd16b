import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionsBackend, startFunctionsBackend } from './functions-backend.ts';
import { endOf, waitingWorkflow } from './workflow-rows.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({});
});
afterAll(() => backend.close());

const folder = new URL('../', import.meta.url);
/** All functions by their folders, so that a new one is covered without a change here. */
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));
const call = (name: string, init: RequestInit) => fetch(`${backend.url}/functions/v1/${name}`, init);

describe.for(names)('%s', (name) => {
  test('accepts POST only', async () => {
    const answer = await call(name, { headers: { authorization: `Bearer ${backend.staffToken}` } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await answer.json()).toEqual({ success: false, error: 'Only POST is possible here.' });
  });

  test('refuses callers without a session, and accounts that are not staff', async () => {
    expect((await call(name, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await backend.post(name, {}, 'not.a.token')).status).toBe(401);
    expect(await backend.post(name, {}, backend.strangerToken)).toEqual({
      status: 403,
      body: { success: false, error: 'Only staff may do this.' },
    });
  });

  test('refuses a body that is not JSON', async () => {
    const { status, body } = await backend.post(name, '{"workflowId": ');
    expect([status, body.error]).toEqual([400, 'The body must be JSON.']);
  });
});

describe('a body', () => {
  const workflowId = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
  const wrong: [string, object, string][] = [
    ['web-search', {}, 'workflowId'],
    ['web-search', { workflowId: 'x' }, 'workflowId'],
    ['blog-ideas', { filename: 'a.txt' }, 'workflowId'],
    ['generate-article', { ideaId: '1' }, 'title'],
    ['generate-article', { title: ' ' }, 'title'],
    ['generate-article', { title: 'A', description: 7 }, 'description'],
  ];
  test.for(wrong)('of %s that is %j names the field', async ([name, body, field]) => {
    const answer = await backend.post(name, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, field, error: expect.stringContaining(`${field}: `) });
  });

  test('with a workflow that does not exist is refused', async () => {
    const { status, body } = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
    expect([status, body.error]).toEqual([404, 'workflowId: there is no such workflow']);
  });

  test('with a workflow of another type does not change that workflow', async () => {
    const id = await waitingWorkflow(backend, 'gemini_blog_ideas');
    const { status, body } = await backend.post('web-search', { workflowId: id, query: 'Was gilt?' });
    expect([status, body.error]).toEqual([400, 'workflowId: is a workflow of another type']);
    expect((await endOf(backend, id)).status).toBe('processing');
  });

  test.for([
    ['query', { query: ' ' }],
    ['maxResults', { query: 'Was gilt?', maxResults: 21 }],
    ['searchRecencyFilter', { query: 'Was gilt?', searchRecencyFilter: 'hour' }],
    ['searchDomainFilter.1', { query: 'Was gilt?', searchDomainFilter: ['admin.ch', 'kein Bereich'] }],
  ] as const)('with a wrong %s ends the workflow that waits for it', async ([field, fields]) => {
    const id = await waitingWorkflow(backend, 'perplexity_web_search');
    const { status, body } = await backend.post('web-search', { workflowId: id, ...fields });
    expect([status, body.field]).toEqual([400, field]);
    expect(await endOf(backend, id)).toMatchObject({ status: 'failed', error_message: body.error });
  });
});

describe('without an API key', () => {
  test('a search fails and names the missing key', async () => {
    const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
    const { status, body } = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
    expect([status, body.error]).toEqual([503, 'PERPLEXITY_API_KEY is not set']);
    expect(await endOf(backend, workflowId)).toMatchObject({ status: 'failed', error_message: body.error });
  });

  test('ideas fail and name the missing key', async () => {
    const workflowId = await waitingWorkflow(backend, 'gemini_blog_ideas');
    const { status, body } = await backend.post('blog-ideas', { workflowId, fileContent: 'Text', filename: 'a.txt' });
    expect([status, body.error]).toEqual([503, 'GEMINI_API_KEY is not set']);
    expect(await endOf(backend, workflowId)).toMatchObject({ status: 'failed', error_message: body.error });
  });

  test('an article fails and names the missing key', async () => {
    const { status, body } = await backend.post('generate-article', { title: 'Idee' });
    expect([status, body.error]).toEqual([503, 'GEMINI_API_KEY is not set']);
  });
});
