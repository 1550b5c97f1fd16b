import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, get as request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { postNodes } from '../mf-blog/src/model/metadata.ts';
import type { Reader } from '../shared/contract/reads.ts';
import { connect, reader } from '../shared/data/clients.ts';
import {
  answers,
  descendants,
  ownPlace,
  type Started,
  startDirectly,
  startWithNpm,
  untilGone,
} from '../shared/testing/started-platform.ts';
import { until } from '../shared/testing/until.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { done, type Ended, runRemote } from '../shell/cli/testing/run-remote.ts';
import { by } from '../shell/registry/testing/release.ts';
import { failedStart, hold, LAST_LINE, letGo, placeOfFile, registryOn } from './testing/platform.ts';
import { googleIssues, type Node, nodesIn, vocabularyIssues } from './testing/structured-data.ts';

/** What programs read of a running platform with the seed, and its weight on the wire. */
const AT_ONCE = 8;

interface Page {
  readonly path: string;
  readonly html: string;
}

const place = placeOfFile();
const registry = () => registryOn(place.dataDir);
let platform: Started;
/** The addresses of the sitemap. */
let listed: readonly string[];
let database: Reader;

async function inTurns<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < list.length; start += AT_ONCE)
    results.push(...(await Promise.all(list.slice(start, start + AT_ONCE).map(work))));
  return results;
}

const urlOf = (address: string) => new URL(address, `http://127.0.0.1:${place.port}`);
const get = (address: string) => fetch(urlOf(address), { redirect: 'manual' });
const textOf = async (address: string) => (await get(address)).text();
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

async function readPage(address: string): Promise<Page | null> {
  const response = await get(address);
  const isPage = response.status === 200 && response.headers.get('content-type')?.startsWith('text/html');
  return isPage ? { path: address, html: await response.text() } : null;
}

const listedPages = async () =>
  (await inTurns(listed, readPage)).map((page, index) => page ?? expect.fail(`${listed[index]} is no page`));

beforeAll(async () => {
  platform = startWithNpm({ ...place.environment, BACKUP_EVERY: '24h' });
  await platform.untilPrinted(LAST_LINE);
  const { supabase } = (await (await get('/platform.json')).json()) as { supabase: { url: string; key: string } };
  connect(supabase);
  database = await reader();
  listed = found(await textOf('/sitemap.xml'), /<loc>([^<]*)<\/loc>/g).map((address) => new URL(address).pathname);
}, 300_000);
afterAll(() => void platform.child.kill('SIGKILL'));

/** Follows the links of pages from the home page on. */
async function crawl(): Promise<readonly Page[]> {
  const pages: Page[] = [];
  const seen = new Set(['/']);
  for (let next = ['/']; next.length > 0; ) {
    const read = (await inTurns(next, readPage)).filter((page) => page !== null);
    pages.push(...read);
    const links = read.flatMap(({ html }) => found(html, /<a [^>]*href="(\/[^"#]*)/g));
    next = [...new Set(links.map((href) => href.replaceAll('&amp;', '&')))].filter((link) => !seen.has(link));
    for (const link of next) seen.add(link);
  }
  return pages;
}

/** Posts by AI link to it, with the pattern of pages. */
const ABOUT_AI = /^\/ki-auf-dieser-website$/;
/** Pages of the site, which the footer links. */
const OWN = /^\/(ueber-uns|impressum|datenschutz|barrierefreiheit)$/;

test('each public page that a reader reaches by links is in the sitemap, and each page of the sitemap is reached', async () => {
  const pages = await crawl();
  const indexed = pages.filter(({ html }) => !html.includes('<meta name="robots" content="noindex"'));
  const reached = indexed.map((page) => page.path).filter((address) => !address.includes('?'));
  expect(reached.length).toBeGreaterThan(150);
  expect(reached.filter((address) => !listed.includes(address))).toEqual([]);
  // A workshop's page is linked in its dialog; cards of both lists open dialogs.
  const linked = listed.filter((address) => !/^\/workshops\//.test(address) && !ABOUT_AI.test(address));
  expect(linked.filter((address) => !pages.some((page) => page.path === address))).toEqual([]);
});

/** A browser requests these without a press: sources, and links that prepare for something. */
const REQUESTED = /<(?:[a-z]+ [^>]*?(?:src|srcset|poster)|link [^>]*?rel="(?:pre|dns-)[^>]*?href)="([^"]*)"/g;

test('no document of the sitemap requests another host, and each lesson has a description of its own', async () => {
  const descriptions = new Set<string>();
  for (const { path, html } of await listedPages()) {
    const hosts = found(html, REQUESTED).map((source) => new URL(source, urlOf(path)).hostname);
    expect(new Set(hosts), path).toEqual(new Set(['127.0.0.1']));
    if (!path.includes('/lessons/')) continue;
    const [description = ''] = found(html, /<meta name="description" content="([^"]*)"/g);
    expect(description, path).toMatch(/^.{21,160}$/);
    expect(found(html, /<meta property="og:description" content="([^"]*)"/g), path).toEqual([description]);
    expect(found(html, /<link rel="canonical" href="([^"]*)"/g), path).toEqual([urlOf(path).href]);
    descriptions.add(description);
  }
  expect(descriptions.size).toBeGreaterThan(1);
});

const TYPES: readonly (readonly [address: RegExp, type: string])[] = [
  [/^\/$/, 'WebSite'],
  [/^\/post\//, 'BlogPosting'],
  [/^\/(category\/.*|workshops|online-courses|course-matrix)$/, 'CollectionPage'],
  [/\/lessons\//, 'LearningResource'],
  [/^\/(courses|workshops|course-matrix)\//, 'Course'],
  [ABOUT_AI, 'WebPage'],
  [OWN, 'WebPage'],
];

test('each page of the sitemap has valid structured data of its kind, and names its text if it has one', async () => {
  const all = await listedPages();
  for (const page of all) {
    const nodes = nodesIn(page.html);
    const [, type] = TYPES.find(([address]) => address.test(page.path)) ?? [];
    expect(nodes[0]?.['@type'], page.path).toBe(type);
    expect(await googleIssues(nodes), page.path).toEqual([]);
    if (type === 'Course') expect(nodes[0], page.path).toMatchObject({ hasCourseInstance: { courseMode: /On/ } });
    const [text] = found(page.html, /<link rel="alternate" type="text\/markdown" href="([^"]*)"/g);
    const isOfRecord = page.path.indexOf('/', 1) !== -1 || ABOUT_AI.test(page.path) || OWN.test(page.path);
    expect(text, page.path).toBe(isOfRecord ? `${page.path}.md` : undefined);
  }
  expect(await vocabularyIssues(all.flatMap(({ html }) => nodesIn(html)))).toBe('');
}, 300_000);

test('the part that AI had in a post is stated in the vocabulary', async () => {
  const noon = '2026-01-01T12:00:00Z';
  const post = {
    ...{ id: 'a', title: 'A', slug: 'a', excerpt: null, author: 'Ada', category: null, picture: null, article: null },
    ...{ commentCount: 0, publishedAt: noon, publishedOn: '2026-01-01', updatedAt: noon },
    ...{ readingMinutes: 1, description: 'B' },
  };
  const built = ['none', 'assisted', 'generated'].flatMap((ai) => postNodes({ ...post, ai }, 'https://ki.example'));
  const postings: Node[] = JSON.parse(JSON.stringify(built));
  expect(postings.flatMap(({ digitalSourceType = [] }) => digitalSourceType)).toHaveLength(2);
  expect(await vocabularyIssues(postings)).toBe('');
  const unknown = postings.map((node) => ({ ...node, digitalSourceType: 'https://schema.org/Ai' }));
  expect(await vocabularyIssues(unknown)).toContain('https://schema.org/Ai');
});

test('each kind of page has a picture of 1200 by 630 pixels', async () => {
  const kinds = [...TYPES.map(([address]) => address), /^\/workshops$/, /^\/online-courses$/, /^\/workshops\//];
  for (const kind of [...kinds, /^\/course-matrix$/, /^\/course-matrix\//, /^\/category\//]) {
    const address = listed.find((one) => kind.test(one)) ?? '';
    const [image = ''] = found(await textOf(address), /<meta property="og:image" content="([^"]+)"/g);
    const response = await get(image);
    expect([response.status, response.headers.get('content-type')], image).toEqual([200, 'image/png']);
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([1200, 630]);
  }
});

const MARKDOWN = 'text/markdown; charset=utf-8';

async function markdownAt(address: string): Promise<string> {
  const response = await get(`${address}.md`);
  expect([response.status, response.headers.get('content-type')], address).toEqual([200, MARKDOWN]);
  return response.text();
}

test('the Markdown of each post and lesson is that of its row', async () => {
  const { data: posts } = await database.from('posts').select('slug, content').throwOnError();
  const columns = 'id, content, module:modules(course:courses(slug))';
  const { data: lessons } = await database.from('lessons').select(columns).throwOnError();
  const rows = [
    ...posts.map(({ slug, content }) => [`/post/${slug}`, content] as const),
    ...lessons.map(({ id, content, module }) => [`/courses/${module.course.slug}/lessons/${id}`, content] as const),
  ];
  expect(rows.length).toBeGreaterThan(90);
  await inTurns(rows, async ([address, content]) => {
    const text = await markdownAt(address);
    expect(text.slice(text.indexOf('\n---\n\n') + 6), address).toBe(content);
  });
});

async function partsAt(address: string): Promise<Record<string, string>> {
  const text = await markdownAt(address);
  const [marker] = found(text, /^marker: "([^"]*)"$/gm);
  const parts = text.matchAll(new RegExp(`<!-- ${marker} (.+?) -->\\n(.*?)\\n<!-- /${marker} \\1 -->`, 'gs'));
  return Object.fromEntries([...parts].map(([, field = '', part = '']) => [field, part]));
}

test('the Markdown of each workshop has the texts of its rows', async () => {
  const { data: workshops } = await database
    .from('workshops')
    .select('id, content, learning_objectives')
    .throwOnError();
  for (const { id, ...texts } of workshops) {
    const given = Object.entries(texts).filter(([, text]) => text !== '');
    expect(await partsAt(`/workshops/${id}`)).toEqual(Object.fromEntries(given));
  }
  const columns = 'id, prerequisites, goals:matrix_workshop_learning_objectives(id, objective)';
  const { data: matrix } = await database.from('matrix_workshops').select(columns).throwOnError();
  expect(matrix.length).toBeGreaterThan(50);
  await inTurns(matrix, async ({ id, prerequisites, goals }) => {
    const objectives = goals.map((goal) => [`objective ${goal.id}`, goal.objective]);
    const texts = Object.fromEntries([...objectives, ...(prerequisites ? [['prerequisites', prerequisites]] : [])]);
    expect(await partsAt(`/course-matrix/${id}`)).toEqual(texts);
  });
});

describe('on the wire', () => {
  /**
   * Bytes of the responses, headers included, that a page of the seed and its files need before the first use, once the
   * cached page has its best compression. docs/performance.md lists the parts. Courses and lessons hydrate when idle.
   */
  const BUDGETS: Readonly<Record<string, number>> = {
    '/': 17_300,
    '/post/…': 17_300,
    '/course-matrix': 18_300,
    '/workshops': 15_800,
    '/online-courses': 13_800,
    '/elemente': 9_100,
  };
  /** The initial congestion window: ten TCP segments, less what a proxy adds. */
  const FIRST_FLIGHT = 14_300;

  const addressOf = async (page: string) =>
    page === '/post/…' ? (found(await textOf('/'), /href="(\/post\/[^"]+)"/g)[0] ?? '') : page;

  /** All bytes that come over a connection of its own. */
  async function weigh(address: string): Promise<number> {
    const sent = request(urlOf(address), { agent: false, headers: { 'accept-encoding': 'br' } });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const { socket } = sent;
    answer.resume();
    await once(answer, 'end');
    return socket?.bytesRead ?? Number.NaN;
  }

  /** Requests until the page has its best compression, which follows in the background. */
  async function expectAtMost(budget: number, addresses: readonly string[]): Promise<void> {
    let bytes = Number.NaN;
    await until(`${addresses[0]} at ${budget} bytes`, async () => {
      bytes = (await Promise.all(addresses.map(weigh))).reduce((sum, weight) => sum + weight, 0);
      return bytes <= budget;
    }).catch(() => undefined);
    expect(bytes).toBeLessThanOrEqual(budget);
  }

  /** Files that a browser loads besides the document before the first use. */
  const FILES =
    /<(?:script (?:async|defer) src|link rel="(?:icon|preload|stylesheet)"[^>]* ?href|img[^>]* src(?=="\/))="([^"]+)"/g;

  test.each(Object.entries(BUDGETS))('%s takes at most %i bytes until somebody uses it', async (page, budget) => {
    const address = await addressOf(page);
    const named = found(await textOf(address), FILES);
    expect(named).toContainEqual(expect.stringMatching(/^\/assets\/\d+\/hydration-loader\//));
    await expectAtMost(budget, [address, ...named]);
  });

  test.each(['/', '/post/…', '/course-matrix'])('the document of %s fits the initial congestion window', async (page) =>
    expectAtMost(FIRST_FLIGHT, [await addressOf(page)]),
  );
});

function kill(started: Started, part: string): void {
  const found = descendants(started.pid).find(({ command }) => command.includes(part));
  if (!found) throw new Error(`no process of ${part}`);
  process.kill(found.pid, 'SIGKILL');
}

describe.runIf(process.platform === 'linux')('a running platform', () => {
  const url = (slot: number) => `http://127.0.0.1:${place.port + slot}/`;
  const isReady = () => answers(`${url(0)}readyz`);

  test('says once where it is, and how to sign in', () => {
    const lines = platform.output.split('\n');
    const ready = lines.findIndex((line) => line.startsWith('ready'));
    expect(lines[ready]).toBe(`ready  http://127.0.0.1:${place.port}`);
    expect(lines[ready + 1]).toContain('admin@example.com / lernen-mit-ki');
    expect(lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  });

  test('makes a backup, whose age is in the metrics', async () => {
    const warnings = async () => (await (await fetch(`${url(0)}readyz`)).json()).warnings;
    await until('there is no backup', async () => (await warnings()) === undefined);
    expect(await (await fetch(`${url(0)}metrics`)).text()).toMatch(/^shell_backup_age_seconds \d/m);
    expect(readdirSync(path.join(place.dataDir, 'backups'))).toHaveLength(1);
  });

  test('refuses a second one on the same data', async () => {
    const other = await ownPlace();
    onTestFinished(other.remove);
    const output = await failedStart({ ...other.environment, DATA_DIR: place.dataDir });
    for (const text of [place.dataDir, 'in use']) expect(output).toContain(text);
    expect(await isReady()).toBe(true);
  });

  test('gets its backend back after kill -9', async () => {
    kill(platform, 'local-backend/main');
    await until('the platform is not ready', async () => !(await isReady()));
    await until('the platform is ready again', isReady);
  });

  test('goes on without a remote whose port is taken, and gets it back', async () => {
    const { remotes } = await (await registry()).read();
    const name = 'mf-matrix';
    const { portOffset: slot = 0, live } = remotes[name] ?? {};
    const taken = `port ${place.port + slot} of ${name} is taken`;
    kill(platform, 'scripts/start/asset-server.ts');
    const server = await hold(place.port + slot);
    await platform.untilPrinted(taken);
    const failing = async () => ((await (await fetch(`${url(0)}readyz`)).json()) as { failing?: string[] }).failing;
    await until('all others are back', async () => String(await failing()) === name);
    expect((await fetch(`${url(0)}readyz`)).status).toBe(503);
    expect((await fetch(url(0))).status).toBe(200);
    await letGo(server);
    const isServed = () => answers(`${url(slot)}${live?.version}/web/mf-manifest.json`);
    await until('the remote is back', isServed);
    await until('the platform is ready again', isReady);
    expect(platform.output.split(taken)).toHaveLength(2);
  });

  test('serves a remote that is about to be live, and no longer one that is not', async () => {
    const isServed = () => fetch(url(5)).then(Boolean, () => false);
    const changes = await registry();
    await changes.reserve('mf-copy');
    await until('the new remote is served', isServed);
    await changes.releaseReservation('mf-copy');
    await until('the remote is gone', async () => !(await isServed()));
  });

  test('answers every request while a remote goes live for the first time', async () => {
    const release = await storeTinyRemote(place.dataDir);
    await (await registry()).publish(release);
    const { version } = release;
    const statuses = new Set<number>();
    let promoted: Ended | undefined;
    const visits = ['tiny', 'readyz', 'sitemap.xml'].map(async (address) => {
      while (!promoted) statuses.add((await fetch(url(0) + address)).status);
      statuses.add((await fetch(url(0) + address)).status);
    });
    promoted = await runRemote(place.environment, 'promote', `mf-tiny@${version}`);
    await Promise.all(visits);
    expect(promoted).toEqual(done(`live mf-tiny@${version}`));
    expect([...statuses].sort()).toEqual([200, 404]);
    await until('the remote answers', () => answers(`${url(0)}tiny`));
    await (await registry()).retire('mf-tiny', by);
  });

  test('leaves no process behind when npm is asked to stop', async () => {
    const processes = descendants(platform.pid);
    expect(processes.length).toBeGreaterThan(5);
    platform.child.kill('SIGTERM');
    await untilGone(processes);
  });

  test('builds nothing again when nothing changed, listens on HOST, and leaves no process behind when it is killed', async () => {
    const retired = await runRemote(place.environment, 'retire', 'mf-matrix');
    expect(retired).toEqual(done('retired mf-matrix'));
    const again = startDirectly({ ...place.environment, HOST: '127.0.0.2' });
    const origin = `http://127.0.0.2:${place.port}`;
    await again.untilPrinted(`ready  ${origin}`);
    expect(again.output).not.toMatch(/^(setup|build|live) /m);
    // A start does not publish a retired remote again.
    expect((await fetch(`${origin}/course-matrix`)).status).toBe(404);
    const processes = descendants(again.pid);
    again.child.kill('SIGKILL');
    await untilGone(processes);
  });
});
