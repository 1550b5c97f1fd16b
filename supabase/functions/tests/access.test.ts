import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { functionsBackend } from '../testing/functions-backend.ts';

const backend = functionsBackend({}, {});

const folder = new URL('../', import.meta.url);
/** All functions by their folders, so that a new one is covered without a change here. */
const names = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));

test.for(names)('%s accepts POST of JSON by staff only', async (name) => {
  const wrongMethod = await backend.call(name, { headers: { authorization: `Bearer ${backend.staffToken}` } });
  expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect(await wrongMethod.json()).toEqual({ success: false, error: 'Only POST is possible here.' });
  expect((await backend.call(name, { method: 'POST', body: '{}' })).status).toBe(401);
  expect((await backend.post(name, {}, 'not.a.token')).status).toBe(401);
  const body = { success: false, error: 'Only staff may do this.' };
  expect(await backend.post(name, {}, backend.strangerToken)).toEqual({ status: 403, body });
  const text = await backend.post(name, '{"workflowId": ');
  expect([text.status, text.body.error]).toEqual([400, 'The body must be JSON.']);
});

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

  test('with a workflow that does not exist, or is of another type, is refused, and that one is not changed', async () => {
    const id = await backend.waitingWorkflow('blog-ideas');
    for (const [workflow, status, error] of [
      [crypto.randomUUID(), 404, 'workflowId: there is no such workflow'],
      [id, 400, 'workflowId: is a workflow of another type'],
    ] as const) {
      const answer = await backend.post('web-search', { workflowId: workflow, query: 'Was gilt?' });
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    }
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

test('without its API key a function fails and names it', async () => {
  for (const [name, key, fields] of [
    ['web-search', 'PERPLEXITY_API_KEY', { query: 'Was gilt?' }],
    ['blog-ideas', 'GEMINI_API_KEY', { fileContent: 'Text', filename: 'a.txt' }],
  ] as const) {
    const { status, body, end } = await backend.run(name, fields);
    expect([status, body.error]).toEqual([503, `${key} is not set`]);
    expect(end).toMatchObject({ status: 'failed', error_message: body.error });
  }
  const { status, body } = await backend.post('generate-article', { title: 'Idee' });
  expect([status, body.error]).toEqual([503, 'GEMINI_API_KEY is not set']);
});
