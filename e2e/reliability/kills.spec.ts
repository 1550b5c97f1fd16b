import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import {
  answers,
  descendants,
  ownPlace,
  type Started,
  startDirectly,
  untilGone,
} from '../../shared/testing/started-platform.ts';
import { pause, until } from '../../shared/testing/until.ts';
import { expect, test } from '../platform/fixtures.ts';
import { copyPublished } from '../platform/running-platform.ts';
import { ADMINISTRATOR } from '../platform/sign-in.ts';

const ROUNDS = rounds({ short: 2, long: 20 });
const WRITERS = 4;
/** Never the data and accounts of the developer. */
const OWN_BACKEND = { DATABASE_URL: '', SUPABASE_URL: '', SUPABASE_PUBLISHABLE_KEY: '' };
const PAGES = ['/', '/workshops', '/course-matrix', '/suche?suche=KI'];
const SHELL = 'shell/server/main.ts';
const SERVE = 'scripts/start/asset-server.ts';

test.skip(process.platform !== 'linux', 'processes are found in the tables of Linux');

let place: Awaited<ReturnType<typeof ownPlace>>;
let started: Started;
let url: string;
let editor: SupabaseClient;
const acknowledged: string[] = [];
const attempted = new Set<string>();
let pagesRead = 0;
let isOver = false;
let busy: Promise<unknown> = Promise.resolve();

const processes = () => descendants(started.pid);
const shellPid = () => processes().find(({ command }) => command.includes(SHELL))?.pid;
const victims = {
  'the shell': () => processes().find(({ command }) => command.includes(SHELL)),
  'a worker': () => processes().find(({ parent }) => parent === shellPid()),
  'the asset server': () => processes().find(({ command }) => command.includes(SERVE)),
} as const;

async function signedIn(): Promise<SupabaseClient> {
  const announced = JSON.parse(await readFile(path.join(place.dataDir, 'backend.json'), 'utf8'));
  const client = createClient(announced.url, announced.key, { auth: { persistSession: false } });
  const { error } = await client.auth.signInWithPassword(ADMINISTRATOR);
  if (error) throw error;
  return client;
}

async function write(writer: number): Promise<void> {
  for (let count = 0; !isOver; count += 1) {
    const slug = `geschrieben-${writer}-${count}`;
    attempted.add(slug);
    const { error } = await editor.from('posts').insert({ title: slug, slug, content: slug });
    if (!error) acknowledged.push(slug);
    await pause(20);
  }
}

/** Reads pages all the time, and counts those that arrive: other tests check the responses during a failure. */
async function read(): Promise<void> {
  for (let count = 0; !isOver; count += 1) {
    if (await answers(`${url}${PAGES[count % PAGES.length]}`)) pagesRead += 1;
    await pause(20);
  }
}

test.beforeAll(async () => {
  test.setTimeout(300_000);
  place = await ownPlace();
  await copyPublished(place.dataDir);
  url = `http://127.0.0.1:${place.port}`;
  started = startDirectly({ ...place.environment, ...OWN_BACKEND });
  await started.untilPrinted(/^ready/m);
  editor = await signedIn();
  busy = Promise.all([...Array.from({ length: WRITERS }, (_, index) => write(index)), read()]);
});
test.afterAll(async () => {
  isOver = true;
  await busy;
  const all = processes();
  started.child.kill('SIGTERM');
  await started.ended;
  await untilGone(all);
  place.remove();
});

for (const [name, victim] of Object.entries(victims)) {
  test(`Reader gets every page again after ${name} was killed amid reading and writing, ${ROUNDS} times`, async () => {
    test.setTimeout(ROUNDS * 60_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      await until('the platform is ready', () => answers(`${url}/readyz`));
      await until('there is somebody to kill', () => victim() !== undefined);
      const before = processes();
      const killed = victim();
      if (!killed) throw new Error('nobody to kill');
      const gone = [killed, ...descendants(killed.pid)];
      const [written, seen] = [acknowledged.length, pagesRead];
      process.kill(killed.pid, 'SIGKILL');
      await untilGone(gone);
      await until('writing and reading go on', () => acknowledged.length > written + 10 && pagesRead > seen + 4);
      await until('the platform is ready again', () => answers(`${url}/readyz`));
      for (const page of PAGES) expect((await fetch(url + page)).status, page).toBe(200);
      const pids = new Set(processes().map(({ pid }) => pid));
      const spared = before.filter(({ command, pid }) => isServer(command) && !gone.some((one) => one.pid === pid));
      expect(spared.filter(({ pid }) => !pids.has(pid)).map(({ command }) => command)).toEqual([]);
      expect(victim()?.pid).not.toBe(killed.pid);
    }
  });
}

/** Sessions of the database come and go, and so does the command by which a program learns whether it has namespaces. */
const isServer = (command: string) => /^\S*node (?!--version)|deno|postgres -D/.test(command);

test('Not one write that was acknowledged is lost, and nothing is there that nobody wrote', async () => {
  isOver = true;
  await busy;
  const stored = new Set<string>();
  for (let from = 0, size = 500; size === 500; from += 500) {
    const found = editor.from('posts').select('slug').like('slug', 'geschrieben-*').order('slug');
    const { data: rows } = await found.range(from, from + 499).throwOnError();
    for (const { slug } of rows) stored.add(slug);
    size = rows.length;
  }
  expect(acknowledged.filter((slug) => !stored.has(slug))).toEqual([]);
  expect([...stored].filter((slug) => !attempted.has(slug))).toEqual([]);
  test.info().annotations.push({ type: 'figures', description: `${acknowledged.length} writes, ${pagesRead} pages` });
});
