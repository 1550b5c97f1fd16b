import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNames, markdownOfPost } from '../../files/model/markdown-of-post.ts';
import type { StoredPost } from '../../files/model/post-row.ts';
import { pack } from './archive.ts';
import { csvOfMatrix, type StoredWorkshop } from './matrix-csv.ts';
import { csvOfPosts } from './post-csv.ts';
import { readFiles } from './read-files.ts';

/** Texts that break tables, front matter and formulas more often than random ones. */
const HOSTILE = [
  ...['"', '""', ';', ',', '\t', '\r\n', '\n', '\r', ' ', '\uFEFF', '#', ': ', '|', '{', '%', '\\', '`'],
  ...['=1+1', '+', '-', '@SUM(A1)', "'", "''=", '0123', '1e5', 'null', 'true', 'ü', '😀'],
  ...['---\n', '&a', '*a', '!!js'],
  ...['<br>', '{:x}', '%% a %%', '[[x]]', '\\<b>', '{% raw %}', '{% endraw %}', '[a](b.md)', '[TOC]\n', '_', '.'],
];

/** No database stores NUL. */
const part = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 5 }));
const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join('').replaceAll('\0', ''));
const filled = text.filter((value) => /\S/.test(value));
/** As categories and dimensions are named: nothing around the words. */
const name = filled.map((value) => value.trim()).filter((value) => value !== '');
const slug = filled
  .map((value) => value.replace(/[\s/?#%\\\p{C}]/gu, ''))
  .filter((value) => !['', '.', '..'].includes(value));
const named = fc.oneof(slug, fc.constantFrom('_index', '_a', '.a', 'index', 'readme', 'a.en'));
const moment = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const post: fc.Arbitrary<StoredPost> = fc.record({
  title: filled,
  slug: named,
  content: filled,
  excerpt: fc.option(filled),
  date: fc.option(moment),
  author: text,
  category: fc.option(fc.record({ name, slug })),
});

const posts = fc.uniqueArray(post, { maxLength: 5, minLength: 1, selector: (one) => one.slug });

const filledIn = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
/** The slug of a category that is new follows its name. */
const read = ({ entry }: { readonly entry: Readonly<Record<string, unknown>> }) =>
  filledIn({ ...entry, new_category_slug: null });
const sent = ({ date, category, ...post }: StoredPost) =>
  filledIn({ ...post, published_at: date, category: category?.name, category_slug: category?.slug });

test('posts are the same after an export and an import as Markdown', async () => {
  const nothing = { excerpt: null, date: null, category: null };
  const found = { ...nothing, title: '"', slug: '"', content: '\u0001', author: '---\n\n' };
  const folded = { ...found, author: '\u0001\u0001\u0001@SUM(A1)\u0001\u0001\n \n' };
  await fc.assert(
    fc.asyncProperty(posts, async (all) => {
      const names = fileNames(all.map((one) => one.slug));
      expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(all.length);
      const zip = pack(all.map((one, index) => [names[index] ?? '', markdownOfPost(one)]));
      const { rows } = await readFiles([new File([zip], 'posts.zip')]);
      expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
      const bySlug = (a: { slug?: unknown }, b: { slug?: unknown }) => (String(a.slug) < String(b.slug) ? -1 : 1);
      expect(rows.map(read).sort(bySlug)).toEqual(all.map(sent).sort(bySlug));
    }),
    { examples: [[[found]], [[folded]], [[{ ...found, slug: '_index', content: 'a<br>\n{:x} [[x]] %% a %%' }]]] },
  );
});

test('posts are the same after an export and an import as CSV', async () => {
  await fc.assert(
    fc.asyncProperty(posts, async (all) => {
      const { rows } = await readFiles([new File([csvOfPosts(all)], 'posts.csv')]);
      expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
      expect(rows.map(read)).toEqual(all.map(sent));
    }),
  );
});

const axis = fc.record({ code: name, name });
const dimensions = fc.uniqueArray(fc.oneof(name, fc.constantFrom('Level', 'title', 'dimension:x')), { maxLength: 4 });

const workshop = (columns: readonly string[]): fc.Arbitrary<StoredWorkshop> =>
  fc.record({
    id: fc.uuid(),
    title: filled,
    durationHours: fc.integer({ min: 1, max: 400 }).map((quarters) => quarters / 4),
    priceChf: fc.nat(),
    prerequisites: fc.option(filled),
    category: axis,
    target_group: axis,
    level: axis,
    objectives: fc
      .tuple(...columns.map(() => fc.option(filled)))
      .map(
        (found) => new Map(columns.flatMap((column, index) => (found[index] ? [[column, found[index]] as const] : []))),
      ),
  });

const matrix = dimensions.chain((columns) =>
  fc.record({ columns: fc.constant(columns), workshops: fc.array(workshop(columns), { minLength: 1, maxLength: 4 }) }),
);

test('the matrix is the same after an export and an import as CSV', async () => {
  await fc.assert(
    fc.asyncProperty(matrix, async ({ columns, workshops }) => {
      const { target, rows } = await readFiles([new File([csvOfMatrix(columns, workshops)], 'matrix.csv')]);
      expect(target).toBe('matrix');
      expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
      expect(rows.map(({ entry }) => entry)).toEqual(
        workshops.map(({ id, title, prerequisites, durationHours, priceChf, objectives, ...place }) => ({
          ...{ id, title, prerequisites, duration_hours: String(durationHours), price_chf: String(priceChf) },
          ...{ category: place.category.code, category_name: place.category.name },
          ...{ target_group: place.target_group.code, target_group_name: place.target_group.name },
          ...{ level: place.level.code, level_name: place.level.name },
          objectives: Object.fromEntries(columns.map((column) => [column, objectives.get(column) ?? ''])),
          dimension_order: Object.fromEntries(columns.map((column, index) => [column, index])),
        })),
      );
    }),
  );
});

test('a spreadsheet does not calculate titles, and knows UTF-8 by the byte order mark', () => {
  const titles = { '=1+1': "'=1+1", '@SUM(A1)': "'@SUM(A1)", "'=1": "''=1", "O'Neill": "O'Neill" };
  const one = { slug: 'a', content: 'Text', excerpt: null, date: null, author: '', category: null };
  const csv = csvOfPosts(Object.keys(titles).map((title) => ({ ...one, title })));
  expect(csv.startsWith('\uFEFF"title";"slug"')).toBe(true);
  const cells = csv
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(';')[0]);
  expect(cells.filter(Boolean)).toEqual(Object.values(titles).map((cell) => `"${cell}"`));
});
