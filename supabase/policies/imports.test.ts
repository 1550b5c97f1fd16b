import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { givenBackend, type StaffRole } from './testing/backend.ts';
import { databaseState } from './testing/database-state.ts';
import { ids } from './testing/ids.ts';
import { faults, importer, outcomes, stage } from './testing/import-calls.ts';

const backend = givenBackend();
const { as, owner } = backend;

const entry = (slug: string, more: Readonly<Record<string, unknown>> = {}) => ({
  place: `${slug}.md`,
  title: `Titel ${slug}`,
  slug,
  content: 'Text',
  ...more,
});
const stored = (columns = 'slug', slug = 'neu%') =>
  owner.query(`select ${columns} from public.posts where slug like $1 order by slug`, [slug]);

/** The place of the workshop of the fixtures in the matrix. */
const axes = { category: 'A', target_group: 'L', level: '1' };

describe('an import of posts', () => {
  const posts = importer(as, 'posts');

  /** Everything but the staged rows and their sums. */
  async function content() {
    const {
      'private.import_rows': _,
      'private.room': __,
      'private.storage_sums': ___,
      ...others
    } = await databaseState(owner);
    return others;
  }

  test('a check writes no content and says what an import would do', async () => {
    const before = await content();
    const report = await posts.check([
      entry('neu-1', { category: 'Neues', new_category_slug: 'neues' }),
      entry('entwurf', { title: 'Entwurf', content: 'Noch mehr über Prüfungen.' }),
      entry('geplant'),
    ]);
    expect(outcomes(report)).toEqual(['create', 'unchanged', 'wrong']);
    expect(report).toMatchObject({ creates: ['category Neues'], done: false });
    expect(await content()).toEqual(before);
  });

  test('an import writes rows with their category, draft and date in Zurich, and deletes the staged ones', async () => {
    const { done } = await posts.run([
      entry('neu-1', { published_at: '2026-03-01 10:00', author: 'Ada', excerpt: 'Kurz', category: 'praxis' }),
      entry('neu-2', { published_at: '2031-07-01', category: 'Neues', new_category_slug: 'neues' }),
      entry('neu-3', { published_at: null, category: 'Neues', new_category_slug: 'neues' }),
    ]);
    expect(done).toBe(true);
    const columns = `slug, title, author, excerpt, (published_at at time zone 'UTC')::text as utc,
      (select c.name from public.categories c where c.id = category_id) as category`;
    const [ada, none] = [
      { author: 'Ada', excerpt: 'Kurz' },
      { author: '', excerpt: null, category: 'Neues' },
    ];
    expect(await stored(columns)).toEqual([
      { ...ada, slug: 'neu-1', title: 'Titel neu-1', utc: '2026-03-01 09:00:00', category: 'Praxis' },
      { ...none, slug: 'neu-2', title: 'Titel neu-2', utc: '2031-06-30 22:00:00' },
      { ...none, slug: 'neu-3', title: 'Titel neu-3', utc: null },
    ]);
    expect(await owner.query('select from private.import_rows')).toEqual([]);
  });

  test('the history knows an import as one change set of its account', async () => {
    await posts.run([entry('neu-1'), entry('neu-2')]);
    const entries = await owner.query<{ act: string; actor_id: string }>(
      "select act, actor_id from public.trail where title like 'Titel neu%'",
    );
    expect(entries).toHaveLength(2);
    expect(new Set(entries.map(({ act }) => act)).size).toBe(1);
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([backend.staff.id, backend.staff.id]);
  });

  test('one wrong row among 100 leaves nothing, and without it the others are imported', async () => {
    const entries = Array.from({ length: 100 }, (_, number) => entry(`neu-${number}`));
    entries[50] = entry('neu-50', { content: ' ' });
    expect(await posts.run(entries)).toMatchObject({ done: false });
    expect(await stored()).toEqual([]);
    expect(await posts.run(entries, { leaveOut: true })).toMatchObject({ done: true });
    expect(await stored()).toHaveLength(99);
  });

  const slug = 'expected an address without blanks and without / ? # % \\.';
  const day = 'expected a date such as 2026-03-01 or 2026-03-01T10:00:00+01:00.';
  const name = 'expected a name with a letter or a digit, for its address.';
  const own = 'whose address “praxis” another category has; expected a field category_slug with an address of its own.';
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a missing title', { title: '\t' }, 'title: nothing found; expected a text.'],
    ['a missing slug', { slug: '' }, 'slug: nothing found; expected an address such as my-post.'],
    ['a slug with a slash', { slug: 'a/b' }, `slug: found “a/b”; ${slug}`],
    ['a missing content', { content: undefined }, 'content: nothing found; expected a text.'],
    // PostgreSQL takes the first for a date, and the second does not exist.
    ['the day tomorrow', { published_at: 'tomorrow' }, `date: found “tomorrow”; ${day}`],
    ['the day 2026-02-30', { published_at: '2026-02-30' }, `date: found “2026-02-30”; ${day}`],
    ['a category without an address', { category: '?!', new_category_slug: '' }, `category: found “?!”; ${name}`],
    ['a taken address', { category: 'Praxis!', new_category_slug: 'praxis' }, `category: found “Praxis!”, ${own}`],
    ['what the browser found', { faults: ['This is no YAML.'] }, 'This is no YAML.'],
  ])('%s is wrong, in words', async (_, wrong, fault) => {
    expect(faults(await posts.check([entry('neu-1', wrong)]))).toEqual([fault]);
  });

  test('a slug that is there twice is wrong the second time', async () => {
    const report = await posts.check([entry('neu-1'), entry('neu-1', { place: 'zwei.md' })]);
    expect(outcomes(report)).toEqual(['create', 'wrong']);
    expect(faults(report)).toEqual(['slug: found “neu-1”, which neu-1.md has already; expected each address once.']);
  });

  describe('a post that exists', () => {
    const changed = entry('veroeffentlicht', { title: 'Anders' });

    test('is wrong without the choice to update it', async () => {
      expect(faults(await posts.check([changed]))).toEqual([
        'slug: found “veroeffentlicht”, which the post “Veröffentlicht” has already; expected a free address, or the choice to update what exists.',
      ]);
    });

    test('is updated by choice and keeps what the file does not name', async () => {
      const report = await posts.run([changed], { update: true });
      expect(outcomes(report)).toEqual(['update']);
      const kept = { title: 'Anders', content: 'Text', author: 'Redaktion', category_id: ids.category };
      const columns = `${Object.keys(kept)}, published_at < now() as is_public`;
      expect(await stored(columns, changed.slug)).toEqual([{ ...kept, is_public: true }]);
    });

    test('loses what the file empties', async () => {
      const empty = { published_at: null, excerpt: null };
      await posts.run([entry(changed.slug, { ...empty, author: null, category: null })], { update: true });
      const after = [{ ...empty, author: '', category_id: null }];
      expect(await stored('author, category_id, published_at, excerpt', changed.slug)).toEqual(after);
    });

    test('that somebody saved since the check stops the import, which shows the new state', async () => {
      const id = await stage(as.staff, [changed, entry('neu-1')]);
      const { plan } = await posts.report(id, { update: true });
      await as.staff.from('posts').update({ title: 'Meins' }).eq('slug', 'veroeffentlicht');
      const next = await posts.report(id, { update: true }, plan);
      expect(next.done).toBe(false);
      expect(next.plan).not.toBe(plan);
      expect(await stored()).toEqual([]);
      expect(await posts.report(id, { update: true }, next.plan)).toMatchObject({ done: true });
    });
  });

  test('of two categories with one name each post keeps its own, known by its slug', async () => {
    const twin = (slug: string) => ({ category: 'Doppelt', category_slug: slug, new_category_slug: slug });
    const { creates } = await posts.run([entry('neu-1', twin('doppelt')), entry('neu-2', twin('doppelt-2'))]);
    expect(creates).toEqual(['category Doppelt']);
    const columns = '(select c.slug from public.categories c where c.id = category_id) as category';
    expect(await stored(columns)).toEqual([{ category: 'doppelt' }, { category: 'doppelt-2' }]);
  });
});

describe('an import of the matrix', () => {
  const matrix = importer(as, 'matrix');

  const present = { place: 'row 2', title: 'Prüfungen planen', duration_hours: '3.5', price_chf: '290', ...axes };
  const fresh = { ...present, title: 'Neues wagen' };

  const workshops = () =>
    owner.query(
      `select w.title, w.duration_hours as hours, c.code || g.code || l.code as place, (
         select jsonb_object_agg(d.name, o.objective) from public.matrix_workshop_learning_objectives o
         join public.matrix_dimensions d on d.id = o.dimension_id where o.matrix_workshop_id = w.id
       ) as objectives
       from public.matrix_workshops w join public.matrix_categories c on c.id = w.category_id
       join public.matrix_target_groups g on g.id = w.target_group_id join public.matrix_levels l on l.id = w.level_id
       order by w.title, place`,
    );

  test('an import creates workshops with new categories, target groups, levels and dimensions', async () => {
    const other = { category: 'B', category_name: 'Bilder', target_group: 'K', target_group_name: 'Kursleitende' };
    const report = await matrix.run([
      { ...present, objectives: { Wissen: 'Sie wissen es.' } },
      { ...fresh, ...other, level: '2', level_name: 'Aufbau', objectives: { Transfer: 'Tun.', Wissen: ' ' } },
      { ...fresh, ...other, level: '1' },
    ]);
    expect(outcomes(report)).toEqual(['unchanged', 'create', 'create']);
    expect(report.creates).toEqual([
      'category B (Bilder)',
      'dimension Transfer',
      'level 2 (Aufbau)',
      'target group K (Kursleitende)',
    ]);
    expect(await workshops()).toEqual([
      { title: 'Neues wagen', hours: 3.5, place: 'BK1', objectives: null },
      { title: 'Neues wagen', hours: 3.5, place: 'BK2', objectives: { Transfer: 'Tun.' } },
      { title: 'Prüfungen planen', hours: 3.5, place: 'AL1', objectives: { Wissen: 'Sie wissen es.' } },
    ]);
    expect(await owner.query('select code, sort_order from public.matrix_categories order by 2')).toEqual([
      { code: 'A', sort_order: 1 },
      { code: 'B', sort_order: 2 },
    ]);
  });

  describe('a workshop that exists', () => {
    test('is known by its id, may move, and loses an objective that the file empties', async () => {
      const changed = { title: 'Anders', duration_hours: '2', objectives: { Wissen: '', Anwendung: 'Tun.' } };
      const moved = { ...present, id: ids.matrixWorkshop, ...changed };
      expect(outcomes(await matrix.run([moved], { update: true }))).toEqual(['update']);
      const after = [{ title: 'Anders', hours: 2, place: 'AL1', objectives: { Anwendung: 'Tun.' } }];
      expect(await workshops()).toEqual(after);
    });

    test('is known by its title at its place, and keeps objectives that the file does not name', async () => {
      expect(outcomes(await matrix.run([{ ...present, price_chf: '300' }], { update: true }))).toEqual(['update']);
      expect(await workshops()).toMatchObject([{ objectives: { Wissen: 'Sie wissen es.' } }]);
    });

    test('is wrong without the choice to update it', async () => {
      expect(faults(await matrix.check([{ ...present, price_chf: '300' }]))).toEqual([
        'title: “Prüfungen planen” exists already; expected a new workshop, or the choice to update what exists.',
      ]);
    });

    test('is wrong without an id when another one has its title and place', async () => {
      await matrix.run([{ ...present, id: randomUUID() }]);
      expect(faults(await matrix.check([present], { update: true }))).toEqual([
        'title: found “Prüfungen planen”, which 2 workshops at this place have; expected a column id that says which.',
      ]);
    });
  });

  const hours = 'expected a number of hours such as 3.5, at most 10,000.';
  test.each([
    ['title', '', 'nothing found; expected a text.'],
    ['duration_hours', '', `found “”; ${hours}`],
    ['duration_hours', 'NaN', `found “NaN”; ${hours}`],
    ['duration_hours', '10001', `found “10001”; ${hours}`],
    ['price_chf', '4.50', 'found “4.50”; expected whole francs such as 450.'],
    ['price_chf', '-1', 'found “-1”; expected whole francs such as 450.'],
    ['id', '7', 'found “7”; expected an id as an export writes it, or an empty cell.'],
    ['level', '9', 'found “9”; expected a known code (1), or a column level_name with the name of a new one.'],
    ['target_group', '', 'nothing found; expected a code such as L.'],
  ])('%s “%s” is wrong, in words', async (column, found, fault) => {
    expect(faults(await matrix.check([{ ...fresh, [column]: found }]))).toEqual([`${column}: ${fault}`]);
  });

  test('one wrong row leaves no workshop and no category', async () => {
    const other = { ...fresh, category: 'B', category_name: 'Bilder' };
    expect(await matrix.run([other, { ...fresh, title: '' }])).toMatchObject({ done: false });
    expect(await workshops()).toHaveLength(1);
    expect(await owner.query('select from public.matrix_categories')).toHaveLength(1);
  });
});

describe('by role,', () => {
  const postsOf = async (role: StaffRole, target: 'posts' | 'matrix' = 'posts') =>
    importer({ staff: (await backend.giveRole(role)).client }, target);
  const day = { published_at: '2026-03-01' };

  test('the check says which posts an author may not import; the others are imported', async () => {
    const posts = await postsOf('author');
    const rows = [
      entry('neu-1'),
      entry('neu-2', day),
      entry('neu-3', { category: 'Neues', new_category_slug: 'neues' }),
      entry('entwurf', { title: 'Anders' }),
    ];
    const report = await posts.check(rows, { update: true });
    expect(outcomes(report)).toEqual(['create', 'wrong', 'wrong', 'wrong']);
    expect(report.creates).toEqual([]);
    expect(faults(report)).toEqual([
      'Authors do not change what is published: save a draft and request its publication.',
      'Only publishers may do this.',
      'Authors change only what they created.',
    ]);
    expect((await posts.run(rows, { update: true, leaveOut: true })).done).toBe(true);
    expect(await stored()).toEqual([{ slug: 'neu-1' }]);
  });

  test('an editor imports own posts as published and changes drafts of others, and no public post of others', async () => {
    const posts = await postsOf('editor');
    const others = ['entwurf', 'geplant'].map((slug) => entry(slug, { title: 'Anders' }));
    const report = await posts.check([entry('neu-1', day), ...others], { update: true });
    expect(outcomes(report)).toEqual(['create', 'update', 'wrong']);
    expect(faults(report)).toEqual([expect.stringMatching(/^Editors publish only what they created/)]);
    expect((await posts.run([entry('neu-1', day)])).done).toBe(true);
  });

  test('only publishers import the matrix', async () => {
    const row = { place: 'row 2', title: 'Neues wagen', duration_hours: '3', price_chf: '1', ...axes };
    expect(outcomes(await importer(as, 'matrix').check([row]))).toEqual(['create']);
    const report = await (await postsOf('editor', 'matrix')).check([row]);
    expect(outcomes(report)).toEqual(['wrong']);
    expect(faults(report)).toEqual(['Only publishers may do this.']);
  });
});

describe('staged rows', () => {
  const entries = [entry('neu-1'), entry('neu-2')];
  const posts = importer(as, 'posts');

  test('are read and imported by no other account', async () => {
    const id = await stage(as.staff, entries);
    const { client } = await backend.giveRole();
    expect((await importer({ staff: client }, 'posts').call(id)).error?.code).toBe('PT404');
    expect(outcomes(await posts.report(id))).toHaveLength(2);
  });

  test('end after a day, in thousands too, and with their account', async () => {
    const id = await stage(as.staff, entries);
    await owner.execute(`
      update private.import_rows set staged_at = now() - interval '25 hours';
      insert into private.import_rows (account, import, number, entry, staged_at)
      select account, import, 1000 + place, '{}', staged_at
      from private.import_rows cross join generate_series(1, 1000) place where number = 1;
      update private.retention set applied_at = '-infinity';
    `);
    const kept = await stage(as.staff, entries.slice(0, 1));
    for (const _run of [1, 2]) await owner.query('select private.apply_retention()');
    expect((await posts.call(id)).error?.code).toBe('PT404');
    expect(outcomes(await posts.report(kept))).toEqual(['create']);
    expect(await owner.query('select from private.import_rows')).toHaveLength(1);
    const leaving = await backend.signUp();
    await owner.query('update private.import_rows set account = $1', [leaving.id]);
    await owner.query('delete from auth.users where id = $1', [leaving.id]);
    expect(await owner.query('select from private.import_rows')).toEqual([]);
  });

  test.each([
    ['something that is no list', { first: 1, entries: { title: 'Neu' } }],
    ['rows beyond the limit', { first: 20_000, entries: [{}, {}] }],
    ['a row that is no object', { first: 1, entries: ['Neu'] }],
  ])('are refused: %s', async (_, rows) => {
    expect((await as.staff.rpc('stage_import', { import: randomUUID(), ...rows })).error?.code).toBe('PT400');
  });
});

test('an import of something else is refused, and says what is expected', async () => {
  const message = 'There is no import of “ads”; expected posts or matrix.';
  const { error } = await as.staff.rpc('run_import', { target: 'ads', import: randomUUID() });
  expect(error).toMatchObject({ code: 'PT400', message });
});
