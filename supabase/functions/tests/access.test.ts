import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionsBackend } from '../testing/functions-backend.ts';

const backend = functionsBackend({}, {});

const folder = new URL('../', import.meta.url);
/** All functions by their folders, so that a new one is covered without a change here. */
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));

describe.for(names)('%s', (name) => {
  test('accepts POST only', async () => {
    const answer = await backend.call(name, { headers: { authorization: `Bearer ${backend.staffToken}` } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await answer.json()).toEqual({ success: false, error: 'Only POST is possible here.' });
  });

  test('refuses callers without a session, and accounts that are not staff', async () => {
    expect((await backend.call(name, { method: 'POST', body: '{}' })).status).toBe(401);
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

const workflowId = '8f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

describe('a body', () => {
  test.for<[string, object, string]>([
    ['web-search', {}, 'workflowId'],
    ['web-search', { workflowId: 'x' }, 'workflowId'],
    ['blog-ideas', { filename: 'a.txt' }, 'workflowId'],
    ['generate-article', { ideaId: '1' }, 'title'],
    ['generate-article', { title: ' ' }, 'title'],
    ['generate-article', { title: 'A', description: 7 }, 'description'],
    ['generate-article', { title: 'A', sources: ['javascript:alert(1)'] }, 'sources.0'],
    ['generate-article', { title: 'A', sources: [{ url: `https://a.example/${'a'.repeat(2000)}` }] }, 'sources.0.url'],
  ])('of %s that is %j names the field', async ([name, body, field]) => {
    const answer = await backend.post(name, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, field, error: expect.stringContaining(`${field}: `) });
  });

  test('with a workflow that does not exist is refused', async () => {
    const { status, body } = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
    expect([status, body.error]).toEqual([404, 'workflowId: there is no such workflow']);
  });

  test('with a workflow of another type does not change that workflow', async () => {
    const id = await backend.waitingWorkflow('blog-ideas');
    const { status, body } = await backend.post('web-search', { workflowId: id, query: 'Was gilt?' });
    expect([status, body.error]).toEqual([400, 'workflowId: is a workflow of another type']);
    expect((await backend.endOf(id)).status).toBe('processing');
  });

  test.for([
    ['web-search', 'query', { query: ' ' }],
    ['web-search', 'maxResults', { query: 'Was gilt?', maxResults: 21 }],
    ['web-search', 'searchRecencyFilter', { query: 'Was gilt?', searchRecencyFilter: 'hour' }],
    ['web-search', 'searchDomainFilter.1', { query: 'Was gilt?', searchDomainFilter: ['admin.ch', 'kein Bereich'] }],
    ['blog-ideas', 'fileContent', { fileContent: ' \n ', filename: 'leer.txt' }],
    ['blog-ideas', 'filename', { fileContent: 'Text' }],
  ] as const)('of %s with a wrong %s ends the workflow that waits for it', async ([name, field, fields]) => {
    const { status, body, end } = await backend.run(name, fields);
    expect([status, body.field]).toEqual([400, field]);
    expect(end).toMatchObject({ status: 'failed', error_message: body.error });
  });
});

test.for([
  ['web-search', 'PERPLEXITY_API_KEY', { query: 'Was gilt?' }],
  ['blog-ideas', 'GEMINI_API_KEY', { fileContent: 'Text', filename: 'a.txt' }],
] as const)('without its API key %s fails and names %s', async ([name, key, fields]) => {
  const { status, body, end } = await backend.run(name, fields);
  expect([status, body.error]).toEqual([503, `${key} is not set`]);
  expect(end).toMatchObject({ status: 'failed', error_message: body.error });
});

test('without its API key an article fails and names the missing key', async () => {
  const { status, body } = await backend.post('generate-article', { title: 'Idee' });
  expect([status, body.error]).toEqual([503, 'GEMINI_API_KEY is not set']);
});
