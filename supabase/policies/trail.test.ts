import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { rules, type TableRules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const records = givenRecords(backend);
const { history } = records;

interface Entry {
  readonly act: string;
  readonly relation: string;
  readonly record_id: string;
  readonly actor_id: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** The entries that an act adds to the audit log, without redirects of the records that it moves or deletes. */
async function recorded(act: () => PromiseLike<unknown>): Promise<Entry[]> {
  const [before] = await owner.query('select coalesce(max(id), 0) as newest from trail');
  await act();
  const entries = await owner.query<Entry>('select * from trail where id > $1 order by id', [before?.newest]);
  const ofRecords = entries.filter(({ relation }) => relation !== 'redirects');
  return ofRecords.length > 0 ? ofRecords : entries;
}

const contents = Object.entries<TableRules>(rules).filter(
  ([table, { writtenBy, hasOneRow }]) => writtenBy === 'staff' && table !== 'workflows' && !hasOneRow,
);

describe.each(contents)('%s', (table, { row, change }) => {
  test('an insert, an update and a delete are recorded with account, before and after', async () => {
    let id = '';
    const entry = async (operation: string, act: () => PromiseLike<unknown>) => {
      const entries = await recorded(act);
      expect(entries).toMatchObject([{ relation: table, actor_id: backend.staff.id, operation, row_id: id }]);
      return entries[0];
    };
    const added = await entry('insert', async () => {
      id = await records.add(table, row);
    });
    expect(added).toMatchObject({ before: null, after: { id } });
    const changed = await entry('update', () => records.change(table, id, change));
    const was = Object.fromEntries(Object.keys(change).map((column) => [column, added?.after?.[column]]));
    expect([changed?.before, changed?.after]).toEqual([was, change]);
    if (table === 'pictures') await upload(id);
    const deleted = await entry('delete', () => records.remove(table, id));
    expect([deleted?.before, deleted?.after]).toEqual([{ ...added?.after, ...change }, null]);
  });
});

/** A picture without its upload is deleted without a trace. */
const upload = (picture: string) =>
  owner.query("insert into storage.objects (bucket_id, name) values ('pictures', $1)", [picture]);

describe('entries', () => {
  test('a save without a change and a refused write are not recorded', async () => {
    const same = await records.stored('posts', ids.publishedPost, 'title');
    const twice = { title: 'Neu', slug: 'veroeffentlicht', content: 'Text' };
    for (const act of [
      () => records.change('posts', ids.publishedPost, same),
      () => as.staff.from('posts').insert(twice),
      () => as.staff.from('categories').delete().eq('id', ids.category),
    ])
      expect(await recorded(act)).toEqual([]);
  });

  test('derived columns are not recorded: a lesson changes the totals of its course', async () => {
    const act = () => records.change('lessons', ids.lessonA, { duration: '01:00:00' });
    expect(await recorded(act)).toMatchObject([
      { relation: 'lessons', record_id: ids.course, before: { duration: '00:10:00' }, after: { duration: '01:00:00' } },
    ]);
  });

  test('one transaction is one change set: a deleted course comes before its modules and lessons', async () => {
    const entries = await recorded(() => as.staff.from('courses').delete().eq('id', ids.course));
    const relations = ['courses', ...Array(2).fill('modules'), ...Array(3).fill('lessons')];
    expect(entries.map(({ relation }) => relation)).toEqual(relations);
    expect(new Set(entries.map(({ act }) => act)).size).toBe(1);
    expect(new Set(entries.map(({ record_id }) => record_id))).toEqual(new Set([ids.course]));
    const other = await recorded(() => as.staff.from('ads').delete().eq('id', ids.activeAd));
    expect(other[0]?.act).not.toBe(entries[0]?.act);
  });

  test('writes by SQL and with the secret key have no account', async () => {
    const bySql = await recorded(() => owner.execute("update ads set title = 'Neu' where is_active"));
    const byKey = await recorded(() => as.service.from('ads').update({ title: 'Alt' }).eq('id', ids.activeAd));
    for (const entries of [bySql, byKey]) expect(entries).toMatchObject([{ actor_id: null }]);
  });

  test('an entry is of an address, beside the name that the account gave itself, until the account is deleted', async () => {
    const colleague = await backend.signUp('weg@example.com');
    await colleague.client.auth.updateUser({ data: { display_name: 'Eine andere Person' } });
    const [entry] = await recorded(() => colleague.client.from('ads').update({ title: 'X' }).eq('id', ids.activeAd));
    const actor = async () => (await history(ids.activeAd, { size: 1 }))[0];
    expect(entry?.actor_id).toBe(colleague.id);
    expect(await actor()).toMatchObject({ actor_address: 'weg@example.com', actor_name: 'Eine andere Person' });
    await owner.query('delete from auth.users where id = $1', [colleague.id]);
    expect(await actor()).toMatchObject({ actor_id: colleague.id, actor_address: null, actor_name: null });
  });

  test('a run of a workflow is recorded when it is inserted and deleted, not when it is updated', async () => {
    expect(await recorded(() => records.change('workflows', ids.workflow, { status: 'failed' }))).toEqual([]);
    const deletion = await recorded(() => records.remove('workflows', ids.workflow));
    expect(deletion).toMatchObject([{ operation: 'delete', relation: 'workflows', before: { status: 'failed' } }]);
  });
});

describe('access', () => {
  test('the history and the trash are empty for an account without rights', async () => {
    expect((await as.outsider.rpc('history', { record: ids.course })).data).toEqual([]);
    expect((await as.outsider.rpc('trash')).data).toEqual([]);
    expect(await records.trash()).toMatchObject([{ title: 'Gelöscht', row_id: ids.deletedPost }]);
  });

  test.each([...roles, 'secret key'] as const)('%s adds, changes and deletes nothing', async (who) => {
    const client = who === 'secret key' ? as.service : as[who];
    const before = await owner.query('select * from trail order by id');
    const row = { act: ids.course, operation: 'insert', relation: 'posts', row_id: ids.course, record_id: ids.course };
    const answers = await Promise.all([
      client.from('trail').insert({ ...row, title: 'Erfunden' }),
      client.from('trail').update({ actor_id: null }).gt('id', 0),
      client.from('trail').delete().gt('id', 0),
    ]);
    expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
    expect(await owner.query('select * from trail order by id')).toEqual(before);
  });
});

describe('history', () => {
  test('covers the modules and lessons of a course, with one entry for each change set', async () => {
    await as.staff.rpc('duplicate_module', { module: ids.firstModule });
    const [last] = await history(ids.course);
    expect(last).toMatchObject({ actor_id: backend.staff.id, entry_count: 4 });
    const [moved, copied, ...lessons] = last?.entries ?? [];
    expect([moved, copied]).toMatchObject([
      { operation: 'update', relation: 'modules', title: 'Zweites Modul', changed: ['order_position'] },
      { operation: 'insert', relation: 'modules', title: 'Erstes Modul (Kopie)', changed: [] },
    ]);
    expect(lessons.map(({ relation, title }) => `${relation} ${title}`).sort()).toEqual(['lessons A', 'lessons B']);
    expect(await history(ids.lessonA)).toHaveLength(1);
  });

  test('covers the learning objectives of a matrix workshop, which are named after their dimension', async () => {
    const relation = 'matrix_workshop_learning_objectives';
    await records.change(relation, ids.matrixGoal, { objective: 'Anders' });
    await records.add(relation, rules[relation].row);
    expect((await history(ids.matrixWorkshop)).slice(0, 2)).toMatchObject([
      { entries: [{ operation: 'insert', relation, title: 'Anwendung' }] },
      { entries: [{ operation: 'update', title: 'Wissen', changed: ['objective'] }] },
    ]);
  });

  test('is read in pages', async () => {
    for (const title of ['eins', 'zwei', 'drei', 'vier', 'fünf'])
      await records.change('posts', ids.draftPost, { title });
    const titles = (acts: Awaited<ReturnType<typeof history>>) => acts.map(({ entries }) => entries[0]?.title);
    const first = await history(ids.draftPost, { size: 2 });
    expect(titles(first)).toEqual(['fünf', 'vier']);
    const rest = await history(ids.draftPost, { size: 10, before_entry: first[1]?.last_entry });
    expect(titles(rest)).toEqual(['drei', 'zwei', 'eins', 'Entwurf']);
  });
});
