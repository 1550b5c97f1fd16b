import { expect, test } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../scripts/lib/rounds.mjs';
import { pause } from '../../scripts/started-platform.ts';
import { hasPostgres, sqlOf } from '../platform/platform-sql.ts';
import { startTwoShells, type TwoShells } from './two-shells.ts';

const TABS = 4;
const ROUNDS = rounds({ short: 60, long: 1_000 });
const CUT_MS = rounds({ short: 3_000, long: 10_000 });

let shells: TwoShells;
let editor: SupabaseClient;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  shells = await startTwoShells();
  editor = await shells.editor();
});
test.afterAll(() => shells?.stop());

interface Page {
  readonly timing: string | null;
  readonly body: string;
}

async function read(address: string, shell = shells.url): Promise<Page> {
  const answer = await fetch(shell + address);
  expect(answer.status, address).toBe(200);
  return { timing: answer.headers.get('server-timing'), body: await answer.text() };
}

const isKept = ({ timing }: Page) => timing === 'page;desc=kept';

/** Writes, and waits until that is acknowledged. */
async function save(table: string, id: string, values: object): Promise<void> {
  const { error, data } = await editor.from(table).update(values).eq('id', id).select('id');
  if (error) throw error;
  expect(data).toHaveLength(1);
}

/** The one that the home page has at its top. */
async function newestPost(): Promise<{ id: string; slug: string }> {
  const published = editor.from('posts').select('id, slug').lte('published_at', new Date().toISOString());
  const { data, error } = await published.order('published_at', { ascending: false }).limit(1).single();
  if (error) throw error;
  return data;
}

/** A workshop that no ad names. */
async function newWorkshop(): Promise<string> {
  const { data, error } = await editor.from('workshops').insert({ title: 'Neue Werkstatt' }).select('id').single();
  if (error) throw error;
  return data.id;
}

/**
 * Whether a page stays kept through something. It is asked for just once before, and what nobody asked for again is not
 * made anew beside the traffic. With the turn of an ad all pages with one change: then it is tried once more.
 */
async function expectKeptThrough(address: string, what: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await save('posts', (await newestPost()).id, { title: `Damit die Seite neu wird ${Date.now()}` });
    expect(isKept(await read(address))).toBe(false);
    await what();
    expect(isKept(await read(address))).toBe(true);
  }).toPass();
}

test('Reader gets kept posts after a workshop was saved, and new ones after a post was', async () => {
  const [post, workshop] = [await newestPost(), await newWorkshop()];
  for (const address of ['/', `/post/${post.slug}`]) {
    await expectKeptThrough(address, () => save('workshops', workshop, { title: `Werkstatt ${Date.now()}` }));
  }
  const title = `Gespeichert ${Date.now()}`;
  await save('posts', post.id, { title });
  for (const address of ['/', `/post/${post.slug}`]) expect((await read(address)).body).toContain(title);
});

test('Reader gets kept pages whoever signs in, and whatever staff writes for itself', async () => {
  const { slug } = await newestPost();
  for (const address of ['/', `/post/${slug}`]) {
    await expectKeptThrough(address, () => shells.editor());
    await expectKeptThrough(address, async () => {
      const { data } = await editor.from('prompts').select('id').limit(1).single();
      await save('prompts', data?.id, { prompt_text: `Schreibe kurz. ${Date.now()}` });
    });
  }
});

test('Reader sees what was changed by SQL alone', async () => {
  test.skip(
    !(await hasPostgres(shells.dataDir)),
    'without PostgreSQL of the platform nobody else reaches the database',
  );
  const sql = await sqlOf(shells.dataDir);
  try {
    const { id, slug } = await newestPost();
    for (const shell of [shells.url, shells.away]) {
      const title = `Nur durch SQL ${Date.now()}`;
      await expect.poll(async () => isKept(await read(`/post/${slug}`, shell))).toBe(true);
      await sql`update public.posts set title = ${title} where id = ${id}`;
      await expect.poll(async () => (await read(`/post/${slug}`, shell)).body).toContain(title);
    }
  } finally {
    await sql.end();
  }
});

/** A post that one tab writes to, and the round that was acknowledged last. */
interface Written {
  readonly id: string;
  readonly slug: string;
  acknowledged: number;
}

async function newPosts(): Promise<Written[]> {
  const { data: category } = await editor.from('categories').select('id').limit(1).single();
  const rows = Array.from({ length: TABS }, (_, tab) => ({
    title: `Tab ${tab} Runde 0.`,
    slug: `tab-${tab}-${Date.now()}`,
    content: 'Inhalt',
    category_id: category?.id,
    published_at: new Date().toISOString(),
  }));
  const { data, error } = await editor.from('posts').insert(rows).select('id, slug').order('slug');
  if (error) throw error;
  return data.map((row) => ({ ...row, acknowledged: 0 }));
}

/** The round that a page shows of a tab's post. */
const roundIn = (body: string, tab: number) => Number(new RegExp(`Tab ${tab} Runde (\\d+)\\.`).exec(body)?.[1]);

/** Reads a page, which must show all that had been acknowledged before it was asked for. */
async function readNothingOld(written: readonly Written[], address: string, shell: string): Promise<void> {
  const before = written.map(({ acknowledged }) => acknowledged);
  const { body } = await read(address, shell);
  for (const [tab, round] of before.entries()) {
    const { slug } = written[tab] ?? { slug: '' };
    if (address !== '/' && !address.endsWith(slug)) continue;
    expect(roundIn(body, tab), `tab ${tab} at ${shell}${address}`).toBeGreaterThanOrEqual(round);
  }
}

async function writeAndReadAtOnce(total: number, during: () => Promise<unknown> = async () => undefined) {
  const written = await newPosts();
  let isOver = false;
  let pages = 0;
  const tab = async (one: Written, index: number) => {
    for (let round = 1; !isOver && round <= total / TABS; round += 1) {
      await save('posts', one.id, { title: `Tab ${index} Runde ${round}.` });
      one.acknowledged = round;
      await readNothingOld(written, `/post/${one.slug}`, round % 2 === 0 ? shells.url : shells.away);
    }
  };
  const reader = async (shell: string) => {
    while (!isOver) {
      await readNothingOld(written, pages % 2 === 0 ? '/' : `/post/${written[pages % TABS]?.slug}`, shell);
      pages += 1;
    }
  };
  const readers = [shells.url, shells.away].map(reader);
  try {
    await Promise.all([...written.map(tab), during()]);
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
  const rounds = written.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  test
    .info()
    .annotations.push({ type: 'figures', description: `${rounds} rounds of ${TABS} tabs, ${pages} pages read` });
  return rounds;
}

test(`Reader never gets an old page while four tabs write, ${ROUNDS} rounds`, async () => {
  test.setTimeout(120_000 + ROUNDS * 2_000);
  expect(await writeAndReadAtOnce(ROUNDS)).toBe(ROUNDS);
});

for (const [how, isNoticed] of [
  ['falls silent', false],
  ['is closed', true],
] as const) {
  test(`Reader never gets an old page while the line that tells of changes ${how}, and kept ones after`, async () => {
    test.setTimeout(180_000);
    await expect.poll(async () => isKept(await read('/workshops', shells.away))).toBe(true);
    let isCut = true;
    const cutAndMend = async () => {
      shells.line.cut(isNoticed);
      await pause(CUT_MS);
      expect(isKept(await read('/workshops', shells.away))).toBe(false);
      isCut = false;
      shells.line.mend();
    };
    const cut = cutAndMend();
    while (isCut) expect(await writeAndReadAtOnce(TABS * 4)).toBe(TABS * 4);
    await cut;
    await expect.poll(async () => isKept(await read('/workshops', shells.away))).toBe(true);
    expect(await writeAndReadAtOnce(TABS * 4)).toBe(TABS * 4);
  });
}
