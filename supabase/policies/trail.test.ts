import { describe, expect, test } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { rules, type TableRules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;

interface Entry {
  readonly id: number;
  readonly act: string;
  readonly operation: string;
  readonly relation: string;
  readonly row_id: string;
  readonly record_id: string;
  readonly title: string;
  readonly actor_id: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

async function newest(): Promise<number> {
  const [row] = await owner.query<{ id: number }>('select coalesce(max(id), 0)::integer as id from trail');
  return row?.id ?? 0;
}

/** The entries that an act adds to the audit log. */
async function recorded(act: () => PromiseLike<unknown>): Promise<Entry[]> {
  const before = await newest();
  await act();
  return owner.query<Entry>('select * from trail where id > $1 order by id', [before]);
}

const contents = Object.entries<TableRules>(rules).filter(
  ([table, { writtenBy, hasOneRow }]) => writtenBy === 'staff' && table !== 'workflows' && !hasOneRow,
);

describe.each(contents)('%s', (table, { row, change }) => {
  test('an insert, an update and a delete are recorded with account, before and after', async () => {
    const { staff } = as;
    const by = { relation: table, actor_id: backend.staff.id };
    let id = '';
    const [added, ...moreAdded] = await recorded(async () => {
      const { data } = await staff.from(table).insert(row).select('id').single();
      id = data?.id;
    });
    expect(added).toMatchObject({ ...by, operation: 'insert', row_id: id, before: null, after: { id } });
    expect(moreAdded).toEqual([]);
    const [changed, ...moreChanged] = await recorded(() => staff.from(table).update(change).eq('id', id));
    const was = Object.fromEntries(Object.keys(change).map((column) => [column, added?.after?.[column]]));
    expect(changed).toMatchObject({ ...by, operation: 'update', row_id: id });
    expect([changed?.before, changed?.after]).toEqual([was, change]);
    expect(moreChanged).toEqual([]);
    if (table === 'pictures') await upload(id);
    const [deleted, ...moreDeleted] = await recorded(() => staff.from(table).delete().eq('id', id));
    expect(deleted).toMatchObject({ ...by, operation: 'delete', row_id: id, after: null });
    expect(deleted?.before).toEqual({ ...added?.after, ...change });
    expect(moreDeleted).toEqual([]);
  });
});

/** A picture without its upload is deleted without a trace. */
const upload = (picture: string) =>
  owner.query("insert into storage.objects (bucket_id, name) values ('pictures', $1)", [picture]);

describe('entries', () => {
  test('a save without a change is not recorded', async () => {
    const { data } = await as.staff.from('posts').select('title').eq('id', ids.publishedPost).single();
    const same = { title: data?.title };
    expect(await recorded(() => as.staff.from('posts').update(same).eq('id', ids.publishedPost))).toEqual([]);
  });

  test('derived columns are not recorded: a lesson changes the totals of its course', async () => {
    const act = () => as.staff.from('lessons').update({ duration: '01:00:00' }).eq('id', ids.lessonA);
    expect(await recorded(act)).toMatchObject([
      { relation: 'lessons', record_id: ids.course, before: { duration: '00:10:00' }, after: { duration: '01:00:00' } },
    ]);
  });

  test('one transaction is one change set: a deleted course comes before its modules and lessons', async () => {
    const entries = await recorded(() => as.staff.from('courses').delete().eq('id', ids.course));
    expect(entries.map(({ relation }) => relation)).toEqual([
      'courses',
      'modules',
      'modules',
      'lessons',
      'lessons',
      'lessons',
    ]);
    expect(new Set(entries.map(({ act }) => act)).size).toBe(1);
    expect(new Set(entries.map(({ record_id }) => record_id))).toEqual(new Set([ids.course]));
    const other = await recorded(() => as.staff.from('ads').delete().eq('id', ids.activeAd));
    expect(other[0]?.act).not.toBe(entries[0]?.act);
  });

  test('a refused write is not recorded', async () => {
    const twice = { title: 'Neu', slug: 'veroeffentlicht', content: 'Text' };
    expect(await recorded(() => as.staff.from('posts').insert(twice))).toEqual([]);
    expect(await recorded(() => as.staff.from('categories').delete().eq('id', ids.category))).toEqual([]);
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
    const actor = async () => {
      const { data } = await as.staff.rpc('history', { record: ids.activeAd, size: 1 });
      return data[0];
    };
    expect(entry?.actor_id).toBe(colleague.id);
    expect(await actor()).toMatchObject({ actor_address: 'weg@example.com', actor_name: 'Eine andere Person' });
    await owner.query('delete from auth.users where id = $1', [colleague.id]);
    expect(await actor()).toMatchObject({ actor_id: colleague.id, actor_address: null, actor_name: null });
  });

  test('a run of a workflow is recorded when it is inserted and deleted, not when it is updated', async () => {
    const { staff } = as;
    expect(await recorded(() => staff.from('workflows').update({ status: 'failed' }).eq('id', ids.workflow))).toEqual(
      [],
    );
    const deletion = await recorded(() => staff.from('workflows').delete().eq('id', ids.workflow));
    expect(deletion).toMatchObject([{ operation: 'delete', relation: 'workflows', before: { status: 'failed' } }]);
  });
});

describe('access', () => {
  test('the history and the trash are empty for an account without rights', async () => {
    expect((await as.outsider.rpc('history', { record: ids.course })).data).toEqual([]);
    expect((await as.outsider.rpc('trash')).data).toEqual([]);
    expect((await as.staff.rpc('trash')).data).toMatchObject([{ title: 'Gelöscht', row_id: ids.deletedPost }]);
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
  const history = async (record: string, more: Record<string, unknown> = {}) =>
    (await as.staff.rpc('history', { record, ...more })).data;

  test('covers the modules and lessons of a course, with one entry for each change set', async () => {
    await as.staff.rpc('duplicate_module', { module: ids.firstModule });
    const [last] = await history(ids.course);
    expect(last).toMatchObject({ actor_id: backend.staff.id, entry_count: 4 });
    const [moved, copied, ...lessons] = last.entries as { relation: string; title: string }[];
    expect([moved, copied]).toMatchObject([
      { operation: 'update', relation: 'modules', title: 'Zweites Modul', changed: ['order_position'] },
      { operation: 'insert', relation: 'modules', title: 'Erstes Modul (Kopie)', changed: [] },
    ]);
    expect(lessons.map(({ relation, title }) => `${relation} ${title}`).sort()).toEqual(['lessons A', 'lessons B']);
    expect(await history(ids.lessonA)).toHaveLength(1);
  });

  test('covers the learning objectives of a matrix workshop, which are named after their dimension', async () => {
    const { staff } = as;
    await staff.from('matrix_workshop_learning_objectives').update({ objective: 'Anders' }).eq('id', ids.matrixGoal);
    const goal = { matrix_workshop_id: ids.matrixWorkshop, dimension_id: ids.otherMatrixDimension, objective: 'Neu' };
    await staff.from('matrix_workshop_learning_objectives').insert(goal);
    const acts: { entries: object[] }[] = await history(ids.matrixWorkshop);
    expect(acts.slice(0, 2).map(({ entries }) => entries)).toMatchObject([
      [{ operation: 'insert', relation: 'matrix_workshop_learning_objectives', title: 'Anwendung' }],
      [{ operation: 'update', title: 'Wissen', changed: ['objective'] }],
    ]);
  });

  test('is read in pages', async () => {
    for (const title of ['eins', 'zwei', 'drei', 'vier', 'fünf']) {
      await as.staff.from('posts').update({ title }).eq('id', ids.draftPost);
    }
    const titles = (acts: { entries: { title: string }[] }[]) => acts.map(({ entries }) => entries[0]?.title);
    const first = await history(ids.draftPost, { size: 2 });
    expect(titles(first)).toEqual(['fünf', 'vier']);
    const rest = await history(ids.draftPost, { size: 10, before_entry: first[1].last_entry });
    expect(titles(rest)).toEqual(['drei', 'zwei', 'eins', 'Entwurf']);
  });
});
