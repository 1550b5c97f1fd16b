import { parseEntry, readableEntry } from '@ki/shared/format/log-line.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inContext, log, requestIdFrom } from './log.ts';

let written: string[];
beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('an event is one line of JSON, with the request that it belongs to', async () => {
  await inContext({ id: 'request-1', kind: 'page' }, async () => {
    await Promise.resolve();
    log('error', 'render_failed', { message: 'first\nsecond', path: '/post/x', status: 500 });
  });
  expect(written).toHaveLength(1);
  expect(written[0]?.trimEnd().split('\n')).toHaveLength(1);
  expect(parseEntry(written[0] ?? '')).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    level: 'error',
    service: 'shell',
    event: 'render_failed',
    request: 'request-1',
    message: 'first\nsecond',
    path: '/post/x',
    status: 500,
  });
});

test('no field carries personal data', () => {
  log('warn', 'x', { message: 'for erika@example.org', path: '/suche?q=privat' });
  expect(written.join()).not.toMatch(/erika|privat/);
});

test('in the readable form the event comes first', () => {
  const entry = { time: 't', level: 'warn', service: 'shell', event: 'remote_failed', request: 'r1', phase: 'entry' };
  expect(readableEntry(entry)).toBe('warn: remote failed  request=r1  phase=entry');
  expect(readableEntry({ level: 'info', event: 'ready', message: 'served on port 1' })).toBe('served on port 1');
});

test.each(['ready  http://127.0.0.1:3000', '{"a":1}', '{ half', ''])('%j is no log entry', (line) => {
  expect(parseEntry(line)).toBeNull();
});

test('a request id is accepted only from a trusted proxy and only when it is well-formed', () => {
  expect(requestIdFrom('0123-abcd-4567', () => true)).toBe('0123-abcd-4567');
  for (const given of ['short', 'x'.repeat(65), 'with space in', '<script>1234', undefined, ['12345678', '12345678']]) {
    expect(requestIdFrom(given, () => true)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/);
  }
  expect(requestIdFrom('0123-abcd-4567', () => false)).not.toBe('0123-abcd-4567');
});
