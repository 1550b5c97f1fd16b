import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENTLY, runProgram } from './testing/run-program.ts';

const COUNT = 30;
/** Programs refuse to ask this machine, which is a result as any other. */
const REFUSAL = 'The host is not on the public internet.';

const address = (index: number) => `http://127.0.0.1/${index}`;
const pictures = Array.from({ length: COUNT }, (_, index) => `![Bild](${address(index)})`).join(' ');

const programs = {
  copy_picture: {
    program: { file: new URL('../pictures/copier.ts', import.meta.url), variable: 'PICTURES_TOKEN', kind: 'pictures' },
    empty: 'delete from public.posts; delete from private.picture_names; delete from public.pictures',
    queue: `insert into public.posts (title, slug, content) values ('Bild', 'bild', '${pictures}')`,
    failures: 'select failure from public.pictures where failure is not null',
  },
  read_source: {
    program: { file: new URL('../sources/reader.ts', import.meta.url), variable: 'SOURCES_TOKEN', kind: 'sources' },
    empty: 'delete from public.sources',
    queue: `insert into public.sources (receipt, number, url)
            select gen_random_uuid(), n, 'https://127.0.0.1/' from generate_series(1, ${COUNT}) n`,
    failures: 'select failure from public.sources where failure is not null',
  },
} as const;

describe.each(Object.entries(programs))('%s', (_, { program, empty, queue, failures }) => {
  const { query, execute, kill, start } = runProgram(program);
  beforeEach(() => execute(empty));
  const refused = async () => (await query(failures)).length;

  test('what a program that was killed had taken is done by the next ones when its claims end', async () => {
    await execute(queue);
    const first = start();
    await vi.waitUntil(async () => (await refused()) > 0, PATIENTLY);
    await kill(first);
    expect(await refused()).toBeLessThan(COUNT);
    await query('update private.jobs set due_at = now()');
    start();
    start();
    await vi.waitUntil(async () => (await refused()) === COUNT, PATIENTLY);
    expect(new Set((await query(failures)).map(({ failure }) => failure))).toEqual(new Set([REFUSAL]));
    expect(await query('select from private.jobs')).toEqual([]);
  });
});
