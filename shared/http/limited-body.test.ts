import { expect, test } from 'vitest';
import { limitedBody } from './limited-body.ts';

const LIMIT = 10;
const request = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://site.example', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(LIMIT)) });

test('a body up to the limit is read', async () => {
  expect((await limitedBody(request('0123456789'), LIMIT))?.toString()).toBe('0123456789');
  expect((await limitedBody(request(null), LIMIT))?.length).toBe(0);
});

test('a longer body is not read, with or without a Content-Length', async () => {
  expect(await limitedBody(request('0123456789x'), LIMIT)).toBeNull();
  expect(await limitedBody(request('short', { 'content-length': '11' }), LIMIT)).toBeNull();
  expect(await limitedBody(request(endless()), LIMIT)).toBeNull();
});
