import { rounds } from '@ki/shared/testing/rounds.ts';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../local-backend/database/database.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import { emptyTables } from '../seed/testing/empty-tables.ts';
import { release } from './testing/calls.ts';
import type { Claim } from './testing/jobs.ts';
import { somebodyWaits } from './testing/locks.ts';
import { TWENTY } from './testing/races.ts';

type Session = Sql | TransactionSql;
let database: TestDatabase;
let opened: OpenDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  opened = await openPostgres(database.url);
  sql = database.connect(12);
});
beforeEach(() => emptyTables(opened.database));
afterAll(() => opened.close().finally(database.drop));

const value = async (answer: PromiseLike<readonly { value: unknown }[]>) => String((await answer)[0]?.value);
const versions = async (): Promise<Record<string, string>> =>
  (await sql`select content_versions() as versions`)[0]?.versions;

/** Writes of ten writers at once, one turn after the other. */
const tenWriters = (turns: number, write: (name: string, turn: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: 10 }, async (_, writer) => {
      for (let turn = 0; turn < turns; turn += 1) await write(`w${writer}-${turn}`, writer + turn);
    }),
  );

describe('cache tags', () => {
  test('that transactions change in different orders do not let them deadlock', async () => {
    /** One statement for each cache tag, which locks no row that another transaction needs. */
    const writes = (name: string) => [
      `insert into categories (name, slug) values ('${name}', '${name}')`,
      `insert into posts (title, slug, content, published_at) values ('${name}', '${name}', 'Text', now())`,
      `insert into ads (title, subtitle, description, cta_url, is_active) values ('${name}', 'S', 'D', '/', true)`,
      `insert into workshops (title) values ('${name}')`,
      `insert into courses (title, slug, is_published) values ('${name}', '${name}', true)`,
      `insert into matrix_levels (code, name, sort_order) values ('${name}', '${name}', 1)`,
    ];
    const before = await versions();
    const turns = rounds({ short: 10, long: 30 });
    await tenWriters(turns, (name, turn) =>
      sql.begin(async (transaction) => {
        // Each transaction begins with another tag, and half of them have the reverse order.
        const turned = [...writes(name).slice(turn % 6), ...writes(name).slice(0, turn % 6)];
        for (const statement of turn % 2 ? turned : turned.reverse()) await transaction.unsafe(statement);
      }),
    );
    const after = await versions();
    // These have a version, too, and none of the writes changes them.
    const unchanged = Object.keys(after).filter((topic) => after[topic] === before[topic]);
    expect(unchanged.sort()).toEqual(['pages', 'pictures', 'redirects', 'registry', 'site']);
    expect(await sql`select from posts`).toHaveLength(10 * turns);
    expect(await sql`select from private.changed_topics`).toHaveLength(0);
  });

  test('have another version after each write among many concurrent ones', async () => {
    const change = async (writer: number) => {
      for (let turn = 0; turn < 10; turn += 1) {
        const before = await versions();
        await sql`insert into workshops (title) values (${`${writer}-${turn}`})`;
        expect((await versions()).workshops).not.toBe(before.workshops);
      }
    };
    await Promise.all(TWENTY.slice(0, 8).map(change));
  });

  test('have another version after a lesson that was written during the publication of its course', async () => {
    const course = await value(sql`insert into courses (title, slug) values ('K', 'k') returning id as value`);
    const module = await value(
      sql`insert into modules (course_id, title) values (${course}, 'M') returning id as value`,
    );
    await sql`insert into lessons (module_id, title) values (${module}, 'L')`;
    const writing = await sql.reserve();
    await writing`begin`;
    const { written } = await sql.begin(async (publishing) => {
      await publishing`update courses set is_published = true where id = ${course}`;
      const written = writing`update lessons set content = 'Neu' where module_id = ${module}`.execute();
      await somebodyWaits({ query: (question) => sql.unsafe(question) });
      return { written };
    });
    await written;
    const before = await versions();
    await writing`commit`;
    writing.release();
    expect((await versions()).courses).not.toBe(before.courses);
  });
});

describe('counts of posts', () => {
  beforeEach(async () => {
    await sql`insert into categories (name, slug) select 'K ' || n, 'k-' || n from generate_series(1, 3) n`;
  });
  const insert = (session: Session, slug: string, category: number) =>
    session`insert into posts (title, slug, content, published_at, category_id)
      select 'Titel', ${slug}, 'Text', '2020-02-02', id from categories where slug = ${`k-${category}`}`;
  const counts = async () => {
    const rows = await sql`select slug, count_posts(slug)::int as kept,
      (select count(*)::int from posts p where p.category_id = c.id) as counted from categories c order by slug`;
    return { kept: rows.map(({ kept }) => kept), counted: rows.map(({ counted }) => counted) };
  };

  test('make no write in the same category wait for another', async () => {
    const first = await sql.reserve();
    await first`begin`;
    await insert(first, 'first', 1);
    await insert(sql, 'second', 1);
    await sql`update posts set category_id = null where slug = 'second'`;
    await first`commit`;
    first.release();
    expect(await counts()).toMatchObject({ kept: [1, 0, 0] });
  });

  test('are correct after concurrent writes, some of them rolled back', async () => {
    await tenWriters(8, async (name, turn) => {
      const wrote = sql.begin(async (transaction) => {
        const order = [1, 2, 3].map((place) => ((place + turn) % 3) + 1);
        for (const category of turn % 2 ? order : order.reverse())
          await insert(transaction, `${name}-${category}`, category);
        await transaction`delete from posts where slug = ${`${name}-2`}`;
        if (turn % 4 === 0) throw new Error('in vain');
      });
      if (turn % 4 === 0) await expect(wrote).rejects.toThrow('in vain');
      else await wrote;
    });
    expect(await counts()).toEqual({ kept: [60, 0, 60], counted: [60, 0, 60] });
  });
});

describe('counts of a canary', () => {
  let operator: string;
  let shell: string;
  const share = (percent: number) => sql`select canary_release(${operator}, 'mf-events', '2', ${percent}, 'Ada', '')`;
  beforeEach(async () => {
    operator = await value(sql`select shipping.operator_token() as value`);
    shell = await value(sql`select create_deploy_token(${operator}, 'shell', null, null, null) as value`);
    for (const version of ['1', '2'])
      await sql`select publish_release(${operator}, ${sql.json(release('mf-events', version))})`;
    await sql`select promote_release(${operator}, 'mf-events', '1', 'Ada', '', null, null)`;
    await share(10);
  });
  const canarySince = async (): Promise<Date | null> =>
    (await sql`select canary_since from shipping.remotes where name = 'mf-events'`)[0]?.canary_since;

  /** Ten shells store counts repeatedly while the share of the same canary changes. */
  async function tellAtOnce(failures: number, moves: readonly number[]): Promise<void> {
    const since = ((await canarySince()) ?? new Date(0)).toISOString();
    const count = { remote: 'mf-events', since, renders: 3, reports: 1, failures: 0 };
    const told = [
      { ...count, version: '1' },
      { ...count, version: '2', failures },
    ];
    const shells = tenWriters(10, async () => sql`select store_counts(${shell}, ${sql.json(told)})`);
    for (const percent of moves) await share(percent);
    await shells;
  }

  test('of many shells are added up completely while the share changes', async () => {
    await tellAtOnce(0, [20, 30, 40, 50, 60, 70, 80, 90, 100]);
    const sum = { renders: '300', failures: '0', reports: '100' };
    const counts = await sql`select version, renders, failures, reports from shipping.version_counts order by version`;
    expect(counts).toEqual(['1', '2'].map((version) => ({ version, ...sum })));
  });

  test('that fails for all shells end it once', async () => {
    await tellAtOnce(2, []);
    expect(await canarySince()).toBeNull();
    const back = sql`select id from shipping.release_history where reason like 'went back by itself: %'`;
    expect(await back).toHaveLength(1);
    expect(await sql`select from shipping.version_counts`).toHaveLength(0);
  });
});

describe('pictures', () => {
  const address = (index: number) => `https://bilder.example/${String(index).padStart(2, '0')}.png`;
  const content = (indexes: readonly number[]) => indexes.map((index) => `![Bild](${address(index)})`).join('\n');
  const save = (slug: string, indexes: readonly number[], session: Session = sql) => session`
    insert into posts (title, slug, content, author) values ('Bild', ${slug}, ${content(indexes)}, 'Redaktion')`;
  let token: string;
  beforeEach(async () => {
    token = await value(
      sql`select create_deploy_token(shipping.operator_token(), 'pictures', null, null, null) as value`,
    );
  });
  const claim = async (session: Session = sql) =>
    (await session`select claim_jobs(${token}, 'copy_picture', 4) as found`)[0]?.found as Claim[];
  const pictured = (index: number) => ({ input: { address: address(index) }, attempt: 1 });

  test('of saves that name them in other orders are all noted', async () => {
    const all = Array.from({ length: 40 }, (_, index) => index);
    await Promise.all(TWENTY.slice(0, 8).map((n) => save(`bild-${n}`, n % 2 ? all : all.toReversed())));
    expect(await sql`select from private.picture_names`).toHaveLength(320);
  });

  test('that a row names anew while their copy is deleted are fetched anew', async () => {
    await save('alt', [0]);
    await claim();
    await sql`delete from posts`;
    await sql`update private.picture_names set ended_at = now() - interval '31 days'`;
    await sql.begin(async (transaction) => {
      await save('neu', [0], transaction);
      await sql`update private.retention set applied_at = '-infinity'`;
      await sql`select private.apply_retention()`;
      expect(await sql`select from public.pictures where origin is not null`).toEqual([]);
    });
    expect(await claim()).toMatchObject([pictured(0)]);
  });

  test('that are deleted while a size is stored are gone afterwards, and neither ends the other', async () => {
    const id = await value(sql`insert into pictures (title) values ('Bild') returning id as value`);
    await sql`insert into storage.objects (bucket_id, name) values ('pictures', ${id})`;
    const [claimed] = (await sql`select claim_jobs(${token}, 'size_picture', 1) as found`)[0]?.found ?? [];
    const part = { ...claimed, type: 'image/webp', width: 3, height: 2, data: 'Ynl0ZXM=' };
    const { deleting, stored } = await sql.begin(async (storing) => {
      await storing`select private.claimed_job('size_picture', ${sql.json(part)})`;
      const deleting = Promise.all([sql`delete from pictures where id = ${id}`]);
      await somebodyWaits({ query: (text) => storing.unsafe(text) });
      return { deleting, stored: await storing`select store_part(${token}, 'size_picture', ${sql.json(part)})` };
    });
    await deleting;
    expect(stored).toEqual([{ store_part: true }]);
    expect(await sql`select kind from private.jobs union all select title from pictures`).toEqual([]);
  });

  test('are claimed without waiting for a save, and saved without waiting for a claim', async () => {
    await save('neu', [1]);
    await sql.begin(async (saving) => {
      await saving`update posts set content = ${content([2])}`;
      await sql.begin(async (claiming) => {
        await claim(claiming);
        await saving`update posts set content = ${content([3])}`;
      });
    });
    expect(await claim()).toMatchObject([pictured(3)]);
  });
});
