import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import Validator from '@adobe/structured-data-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postNodes } from '../mf-blog/src/model/structured-data.ts';
import type { Reader } from '../shared/contract/reader.ts';
import { connect, reader } from '../shared/data/clients.ts';
import { ownPlace, type Started, startDirectly } from '../shared/testing/started-platform.ts';

/** What programs read of a running platform with the seed: sitemap, structured data, pictures, texts. */
const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..');
const MINUTES = 60_000;
const AT_ONCE = 8;
const NOON = '2026-01-01T12:00:00Z';

interface Page {
  readonly path: string;
  readonly html: string;
  readonly isIndexed: boolean;
}

let place: Awaited<ReturnType<typeof ownPlace>>;
let platform: Started;
let origin: string;
let listed: readonly string[];
let pages: ReadonlyMap<string, Page>;
let database: Reader;

async function inTurns<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < list.length; start += AT_ONCE) {
    results.push(...(await Promise.all(list.slice(start, start + AT_ONCE).map(work))));
  }
  return results;
}

const get = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(new URL(address, origin), { headers, redirect: 'manual' });
const textOf = async (address: string) => (await get(address)).text();

const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

async function readPage(address: string): Promise<Page | null> {
  const response = await get(address);
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return null;
  const html = await response.text();
  return { path: address, html, isIndexed: !html.includes('<meta name="robots" content="noindex"') };
}

/** Follows the links of pages from the home page on. */
async function crawl(): Promise<ReadonlyMap<string, Page>> {
  const found = new Map<string, Page>();
  const known = new Set(['/']);
  let next = ['/'];
  while (next.length > 0) {
    const read = (await inTurns(next, readPage)).filter((page) => page !== null);
    for (const page of read) found.set(page.path, page);
    next = [...new Set(read.flatMap(({ html }) => linksIn(html)))].filter((link) => !known.has(link));
    for (const link of next) known.add(link);
  }
  return found;
}

beforeAll(async () => {
  place = await ownPlace();
  origin = `http://127.0.0.1:${place.port}`;
  platform = startDirectly(place.environment);
  await platform.untilPrinted('ready  ');
  const { supabase } = (await (await get('/platform.json')).json()) as { supabase: { url: string; key: string } };
  connect(supabase);
  database = await reader();
  listed = [...(await textOf('/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  pages = await crawl();
}, 5 * MINUTES);
afterAll(async () => {
  platform.child.kill();
  await platform.ended;
  place.remove();
});

/** Posts by AI link to it, with the pattern of pages. */
const ABOUT_AI = /^\/ki-auf-dieser-website$/;

/** A workshop's page is linked in its dialog; cards of both lists open dialogs. */
const isLinked = (address: string) => pages.get(address) !== undefined;

test('each public page that a reader reaches by links is in the sitemap, and each page of the sitemap is reached', () => {
  const reached = [...pages.values()].filter(({ path: address, isIndexed }) => isIndexed && !address.includes('?'));
  expect(reached.length).toBeGreaterThan(150);
  expect(reached.map((page) => page.path).filter((address) => !listed.includes(address))).toEqual([]);
  const linked = listed.filter((address) => !/^\/workshops\//.test(address) && !ABOUT_AI.test(address));
  expect(linked.filter((address) => !isLinked(address))).toEqual([]);
});

interface Node {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

const nodesOf = ({ html }: Page): Node[] =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

const listedPages = async () =>
  (await inTurns(listed, readPage)).map((page, index) => {
    if (!page) throw new Error(`${listed[index]} is in the sitemap and no page`);
    return page;
  });

const TYPES: readonly (readonly [address: RegExp, type: string])[] = [
  [/^\/$/, 'WebSite'],
  [/^\/post\//, 'BlogPosting'],
  [/^\/(category\/.*|workshops|online-courses|course-matrix)$/, 'CollectionPage'],
  [/\/lessons\//, 'LearningResource'],
  [/^\/(courses|workshops|course-matrix)\//, 'Course'],
  [ABOUT_AI, 'WebPage'],
];

/** Google's rules for what it shows of some types. */
async function googleIssues(nodes: readonly Node[]) {
  const jsonld: Record<string, Node[]> = {};
  for (const node of nodes) jsonld[node['@type']] = [...(jsonld[node['@type']] ?? []), node];
  return new Validator().validate({ jsonld, microdata: {}, rdfa: {} });
}

/** The whole vocabulary of schema.org as TypeScript types: a property or value that it does not have is an error. */
async function vocabularyIssues(nodes: readonly Node[]): Promise<string> {
  const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.structured-data-'));
  const types = [...new Set(nodes.map((node) => node['@type']))];
  const constants = nodes.map(
    (node, index) => `export const node${index}: WithContext<${node['@type']}> = ${JSON.stringify(node)};`,
  );
  const file = path.join(folder, 'nodes.ts');
  writeFileSync(file, [`import type { ${types.join(', ')}, WithContext } from 'schema-dts';`, ...constants].join('\n'));
  try {
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext'];
    await run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, file]);
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test(
  'each page of the sitemap has valid structured data of its kind, and a picture',
  async () => {
    const all = await listedPages();
    for (const page of all) {
      const nodes = nodesOf(page);
      const [, type] = TYPES.find(([address]) => address.test(page.path)) ?? [];
      expect(nodes[0]?.['@type'], page.path).toBe(type);
      expect(await googleIssues(nodes), page.path).toEqual([]);
      if (type === 'Course') expect(nodes[0], page.path).toMatchObject({ hasCourseInstance: { courseMode: /On/ } });
    }
    expect(await vocabularyIssues(all.flatMap(nodesOf))).toBe('');
  },
  5 * MINUTES,
);

test(
  'the part that AI had in a post is stated in the vocabulary',
  async () => {
    const post = {
      ...{ id: 'a', title: 'A', slug: 'a', excerpt: null, author: 'Ada', category: null, picture: null, article: null },
      ...{ commentCount: 0, publishedAt: NOON, publishedOn: '2026-01-01', updatedAt: NOON },
      ...{ readingMinutes: 1, description: 'B' },
    };
    const built = ['none', 'assisted', 'generated'].flatMap((ai) => postNodes({ ...post, ai }, origin));
    const postings: Node[] = JSON.parse(JSON.stringify(built));
    expect(postings.flatMap(({ digitalSourceType = [] }) => digitalSourceType)).toHaveLength(2);
    expect(await vocabularyIssues(postings)).toBe('');
    const unknown = postings.map((node) => ({ ...node, digitalSourceType: 'https://schema.org/Ai' }));
    expect(await vocabularyIssues(unknown)).toContain('https://schema.org/Ai');
  },
  MINUTES,
);

test(
  'the check of the vocabulary finds what schema.org does not have',
  async () => {
    const course = { '@context': 'https://schema.org', '@type': 'Course', name: 'a', pricing: 3 };
    expect(await vocabularyIssues([course])).toContain(`'"pricing"' does not exist`);
    const crumbs = {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [{ '@type': 'ListItem' }],
    };
    expect(await googleIssues([crumbs])).not.toEqual([]);
  },
  MINUTES,
);

test(
  'each kind of page has a picture of 1200 by 630 pixels',
  async () => {
    const kinds = [...TYPES.map(([address]) => address), /^\/workshops$/, /^\/online-courses$/, /^\/workshops\//];
    for (const kind of [...kinds, /^\/course-matrix$/, /^\/course-matrix\//, /^\/category\//]) {
      const address = listed.find((one) => kind.test(one)) ?? '';
      const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(await textOf(address)) ?? [];
      const response = await get(image);
      expect([response.status, response.headers.get('content-type')], `${address} ${image}`).toEqual([
        200,
        'image/png',
      ]);
      const png = Buffer.from(await response.arrayBuffer());
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], address).toEqual([1200, 630]);
    }
  },
  MINUTES,
);

/** What follows the front matter. */
const bodyOf = (text: string) => text.slice(text.indexOf('\n---\n\n') + 6);

async function textAt(address: string): Promise<string> {
  const response = await get(`${address}.md`);
  expect([response.status, response.headers.get('content-type')], address).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  return response.text();
}

test(
  'the Markdown of each post and lesson is that of its row',
  async () => {
    const { data: posts } = await database.from('posts').select('slug, content').throwOnError();
    const lessons = await database
      .from('lessons')
      .select('id, content, module:modules(course:courses(slug))')
      .throwOnError();
    const rows = [
      ...posts.map(({ slug, content }) => ({ address: `/post/${slug}`, content })),
      ...lessons.data.map(({ id, content, module }) => ({
        address: `/courses/${module.course.slug}/lessons/${id}`,
        content,
      })),
    ];
    expect(rows.length).toBeGreaterThan(90);
    await inTurns(rows, async ({ address, content }) => expect(bodyOf(await textAt(address)), address).toBe(content));
  },
  MINUTES,
);

function partsOf(text: string): Record<string, string> {
  const [, marker] = /^marker: "([^"]*)"$/m.exec(text) ?? [];
  const parts = text.matchAll(new RegExp(`<!-- ${marker} (.+?) -->\\n(.*?)\\n<!-- /${marker} \\1 -->`, 'gs'));
  return Object.fromEntries([...parts].map(([, field = '', part = '']) => [field, part]));
}

test(
  'the Markdown of each workshop has the texts of its rows',
  async () => {
    const { data: workshops } = await database
      .from('workshops')
      .select('id, content, learning_objectives')
      .throwOnError();
    for (const { id, ...texts } of workshops) {
      const given = Object.entries(texts).filter(([, text]) => text !== '');
      expect(partsOf(await textAt(`/workshops/${id}`))).toEqual(Object.fromEntries(given));
    }
    const { data: matrix } = await database
      .from('matrix_workshops')
      .select('id, prerequisites, goals:matrix_workshop_learning_objectives(id, objective)')
      .throwOnError();
    expect(matrix.length).toBeGreaterThan(50);
    await inTurns(matrix, async ({ id, prerequisites, goals }) => {
      const objectives = goals.map((goal) => [`objective ${goal.id}`, goal.objective]);
      const texts = Object.fromEntries([...objectives, ...(prerequisites ? [['prerequisites', prerequisites]] : [])]);
      expect(partsOf(await textAt(`/course-matrix/${id}`))).toEqual(texts);
    });
  },
  MINUTES,
);

test(
  '/llms.txt has name, summary and links, each to a text',
  async () => {
    const text = await textOf('/llms.txt');
    expect(text).toMatch(/^# .+\n\n> .+\n\n## /);
    const links = [...text.matchAll(/^- \[(?:\\.|[^\]\\])+\]\((\S+)\)/gm)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(90);
    const types = await inTurns(links, async (address) => (await get(address)).headers.get('content-type'));
    expect(new Set(types)).toEqual(new Set(['text/markdown; charset=utf-8', 'application/xml; charset=utf-8']));
  },
  MINUTES,
);

test(
  'each page of a record names its text',
  async () => {
    for (const page of await listedPages()) {
      const [, text] = /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(page.html) ?? [];
      const isOfRecord = page.path.indexOf('/', 1) !== -1 || ABOUT_AI.test(page.path);
      expect(text, page.path).toBe(isOfRecord ? `${page.path}.md` : undefined);
    }
  },
  MINUTES,
);
