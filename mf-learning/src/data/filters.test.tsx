import { reader } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { expect, test } from 'vitest';
import { createRecords } from '../../testing/records.ts';
import { filtersOf, LEVELS, type ListFilters } from '../model/list-filters.ts';
import { type ListPage, pageCount } from '../model/list-page.ts';
import { listCourses } from './courses.ts';
import { listWorkshops } from './workshops.ts';

const client = serviceClient();
const { addCourses, addWorkshops } = createRecords(client);

/** Parts of titles, many with a meaning of their own in PostgREST filters, URLs or regular expressions. */
const PIECES = [
  ...['KI', 'ki', 'Über', 'üben', 'ÄRGER', 'straße', '日本', 'é'],
  ...['%', '_', '*', '\\', '.', '"', "'", ',', ':', '&', '+', '50 %'],
  ...['(neu)', '[x]', '^a$', 'a|b', '***:', '(?i)'],
];
const COMBINATIONS = 150;

/** Park–Miller generator: the same numbers in every run, so that a failure is reproducible. */
function randomFrom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const random = randomFrom(20_261_120);
const oneOf = <T,>(values: readonly T[]): T => values[random(values.length)] as T;
const title = () => Array.from({ length: 1 + random(4) }, () => oneOf(PIECES)).join(oneOf(['', ' ']));

const swapCase = (text: string) => (random(2) ? text.toUpperCase() : text.toLowerCase());

function searchFor(titles: readonly string[]): string {
  if (random(4) === 0) return '';
  if (random(4) === 0) return title();
  const whole = oneOf(titles);
  const start = random(whole.length);
  const part = whole.slice(start, start + 1 + random(6));
  // The upper case of ß has two letters and would match no title.
  return part.includes('ß') ? part : swapCase(part);
}

const asked = (search: string, category: string, level: string): ListFilters =>
  filtersOf(new URLSearchParams({ suche: search, kategorie: category, stufe: level }));

type Read<T> = (page: number) => Promise<ListPage<T>>;

async function walk<T extends { id: string }>(read: Read<T>) {
  const pages = [await read(1)];
  while (pages.length < pageCount(pages[0]?.total ?? 0)) pages.push(await read(pages.length + 1));
  const ids = new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id)));
  return { ids, isWhole: pages.every(({ total }) => total === ids.size) };
}

/** Ids of all entries. Reads all pages again when another test added or removed rows in between. */
async function allPages<T extends { id: string }>(read: Read<T>, own: ReadonlySet<string>) {
  let walked = await walk(read);
  while (!walked.isWhole) walked = await walk(read);
  return [...walked.ids].filter((id) => own.has(id)).sort();
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly category: string | undefined;
  readonly level: string;
}

interface Plan {
  readonly title: string;
  readonly category: string | null;
  readonly level: string;
}

/** The model: the filters, implemented without a database. */
const expected = (rows: readonly Row[], { search, category, level }: ListFilters) =>
  rows
    .filter((row) => row.title.toLowerCase().includes(search.toLowerCase()))
    .filter((row) => category === '' || row.category === category)
    .filter((row) => level === '' || row.level === level)
    .map(({ id }) => id)
    .sort();

const courses = {
  categories: async () => unwrap(await client.from('course_categories').select('id, name')),
  add: (plans: readonly Plan[]) =>
    addCourses(
      plans.map(({ title, category, level }) => ({ title, course_category_id: category, difficulty_level: level })),
    ),
  list: listCourses,
  levels: LEVELS,
};
const workshops = {
  categories: async () => unwrap(await client.from('workshop_categories').select('id, name')),
  add: (plans: readonly Plan[]) =>
    addWorkshops(plans.map(({ title, category }) => ({ title, workshop_category_id: category }))),
  list: listWorkshops,
  levels: [''],
};

test.each([
  ['Courses', courses],
  ['Workshops', workshops],
])(
  '%s: random combinations of the filters find what the model finds',
  async (_, { categories, add, list, levels }) => {
    const all = await categories();
    const plan = (): Plan => ({
      title: title(),
      level: oneOf(levels),
      category: oneOf([null, ...all.map(({ id }) => id)]),
    });
    const plans = Array.from({ length: 160 }, plan);
    const nameOf = (category: string | null) => all.find(({ id }) => id === category)?.name;
    const rows = (await add(plans)).map(({ id }, index): Row => {
      const { title, level, category } = plans[index] as Plan;
      return { id, title, level, category: nameOf(category) };
    });
    const own = new Set(rows.map(({ id }) => id));
    const open = await reader();
    for (let round = 0; round < COMBINATIONS; round++) {
      const names = ['', '', 'Kochen', ...all.map(({ name }) => name)];
      const filters = asked(searchFor(rows.map((row) => row.title)), oneOf(names), oneOf(['', '', ...levels]));
      const listed = await allPages<{ id: string }>((page) => list(open, filters, page), own);
      expect(listed, JSON.stringify(filters)).toEqual(expected(rows, filters));
    }
  },
  120_000,
);
