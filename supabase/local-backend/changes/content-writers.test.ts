import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backend, bootBackend } from '../boot.ts';
import { contentWriters } from './content-writers.ts';

let backend: Backend;
let mayWrite: (request: Request) => boolean;

beforeAll(async () => {
  backend = await bootBackend({ dataDir: 'memory', seed: false });
  mayWrite = await contentWriters(backend.database);
});
afterAll(() => backend.close());

const asks = (method: string, path: string) => mayWrite(new Request(`http://backend.test${path}`, { method }));

test.each([
  ['GET', '/rest/v1/posts'],
  ['OPTIONS', '/rest/v1/posts'],
  ['POST', '/rest/v1/rpc/search'],
  ['POST', '/rest/v1/rpc/is%5Fstaff'],
  ['POST', '/rest/v1/rpc/read_registry'],
  ['POST', '/auth/v1/token?grant_type=password'],
])('%s %s writes no content', (method, path) => expect(asks(method, path)).toBe(false));

test.each([
  ['POST', '/rest/v1/posts'],
  ['PATCH', '/rest/v1/posts?id=eq.1'],
  ['DELETE', '/rest/v1/posts?id=eq.1'],
  ['POST', '/rest/v1/rpc/reorder_course'],
  ['POST', '/rest/v1/rpc/restore_version'],
  ['POST', '/rest/v1/rpc/unheard_of'],
  ['POST', '/functions/v1/generate-article'],
])('%s %s may write content', (method, path) => expect(asks(method, path)).toBe(true));
