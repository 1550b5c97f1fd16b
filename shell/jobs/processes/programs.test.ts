import { once } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { overHttp } from '../../registry/registry.ts';
import { readSources } from '../sources/read-sources.ts';
import { createRounds } from './run-jobs.ts';
import { PATIENTLY, runProgram } from './testing/run-program.ts';

const COUNT = 30;
/** Programs refuse to ask this machine, which is a result as any other. */
const REFUSAL = 'The host is not on the public internet.';

const address = (index: number) => `http://127.0.0.1/${index}`;
const pictures = Array.from({ length: COUNT }, (_, index) => `![Bild](${address(index)})`).join(' ');

const copier = runProgram({
  file: new URL('../pictures/copier.ts', import.meta.url),
  variable: 'PICTURES_TOKEN',
  kind: 'pictures',
});
const reader = runProgram({
  file: new URL('../sources/reader.ts', import.meta.url),
  variable: 'SOURCES_TOKEN',
  kind: 'sources',
});

const queueSources = (count: number, url = 'https://127.0.0.1/studie') =>
  reader.query(
    'insert into public.sources (receipt, number, url) select gen_random_uuid(), n, $1 from generate_series(1, $2) n',
    [url, count],
  );

describe.each([
  {
    ...{ kind: 'copy_picture', program: copier, table: 'public.pictures' },
    empty: 'delete from public.posts; delete from private.picture_names; delete from public.pictures',
    queue: () =>
      copier.query("insert into public.posts (title, slug, content) values ('Bild', 'bild', $1)", [pictures]),
  },
  {
    ...{ kind: 'read_source', program: reader, table: 'public.sources' },
    empty: 'delete from public.sources',
    queue: () => queueSources(COUNT),
  },
])('$kind', ({ program: { query, execute, kill, start }, table, empty, queue }) => {
  beforeEach(() => execute(empty));
  const failures = () => query(`select failure from ${table} where failure is not null`);

  test('a program that was killed leaves what it had taken to the next ones, when its claims end', async () => {
    await queue();
    const first = start();
    await vi.waitUntil(async () => (await failures()).length > 0, PATIENTLY);
    await kill(first);
    expect((await failures()).length).toBeLessThan(COUNT);
    await query('update private.jobs set due_at = now()');
    start();
    start();
    await vi.waitUntil(async () => (await failures()).length === COUNT, PATIENTLY);
    expect(new Set((await failures()).map(({ failure }) => failure))).toEqual(new Set([REFUSAL]));
    expect(await query('select from private.jobs')).toEqual([]);
  });
});

describe('the reader of sources', () => {
  const { query, start, access } = reader;
  beforeEach(() => query('delete from public.sources'));
  const inState = async (state: string) => (await query('select from public.sources where state = $1', [state])).length;

  test('reads nothing of a private network, says why, and ends with the shell', async () => {
    const child = start();
    await queueSources(1);
    await vi.waitUntil(async () => (await inState('unreadable')) === 1, PATIENTLY);
    expect(await query('select text, failure from public.sources')).toEqual([{ text: null, failure: REFUSAL }]);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('is not held up by a slow source', async () => {
    const slow = Promise.withResolvers<never>();
    await queueSources(1, 'https://langsam.example/');
    await queueSources(9, 'https://schnell.example/');
    const round = createRounds(
      overHttp(access()),
      readSources(async (url) =>
        url.includes('langsam') ? slow.promise : { bytes: Buffer.from('Text'), contentType: 'text/plain' },
      ),
    );
    while ((await inState('read')) < 9) await round();
    expect(await inState('waiting')).toBe(1);
    slow.reject(new Error('over'));
    await round();
    expect(await query('select failure from private.jobs')).toEqual([{ failure: 'over' }]);
  });
});
