import { once } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { overHttp } from '../../registry/registry.ts';
import { createRounds } from '../processes/run-jobs.ts';
import { PATIENTLY, runProgram } from '../processes/testing/run-program.ts';
import { readSources } from './read-sources.ts';

const file = new URL('reader.ts', import.meta.url);
const { query, start, access, shellToken } = runProgram({ file, variable: 'SOURCES_TOKEN', kind: 'sources' });
beforeEach(() => query('delete from public.sources'));

const queue = (count: number, url = 'https://127.0.0.1/studie') =>
  query(
    'insert into public.sources (receipt, number, url) select gen_random_uuid(), n, $1 from generate_series(1, $2) n',
    [url, count],
  );
const inState = async (state: string) => (await query('select from public.sources where state = $1', [state])).length;
const untilUnreadable = (count: number) => vi.waitUntil(async () => (await inState('unreadable')) === count, PATIENTLY);

test('the process reads nothing of a private network, says why, and ends with the shell', async () => {
  const child = start();
  await queue(1);
  await untilUnreadable(1);
  expect(await query('select text, failure from public.sources')).toEqual([
    { text: null, failure: 'The host is not on the public internet.' },
  ]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('it reads nothing with a token of another kind, and says why', async () => {
  const [message] = await once(start(shellToken()), 'message');
  expect(message).toBe('Only a valid token for sources may do this.');
});

test('a slow source holds up no other', async () => {
  const slow = Promise.withResolvers<never>();
  await queue(1, 'https://langsam.example/');
  await queue(9, 'https://schnell.example/');
  const round = createRounds(
    overHttp(access()),
    readSources(async (address) =>
      address.includes('langsam') ? slow.promise : { bytes: Buffer.from('Text'), contentType: 'text/plain' },
    ),
  );
  while ((await inState('read')) < 9) await round();
  expect(await inState('waiting')).toBe(1);
  slow.reject(new Error('over'));
  await round();
  expect(await query('select failure from private.jobs')).toEqual([{ failure: 'over' }]);
});
