import { expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { importer } from './testing/import-calls.ts';
import { columns } from './testing/personal-data.ts';
import { givenRecords } from './testing/records.ts';
import { givenRegistry } from './testing/registry.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { add, call, change, restore, stored } = givenRecords(backend);
const registry = givenRegistry(backend);

const MARK = 'Rumpelstilz';
const ADDRESS = 'rumpelstilz@example.com';
const NAME = `Frau ${MARK}`;

test('every column that can hold personal data is listed with what happens to it', async () => {
  const found = await owner.query<{ name: string; columns: string }>(
    `select relnamespace::regnamespace || '.' || relname as name, string_agg(attname, ' ' order by attname) as columns
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'shipping'::regnamespace)
       and relkind = 'r' and attnum > 0 and not attisdropped
       and format_type(atttypid, null) ~ '^(text|character|json|inet|cidr|uuid|bytea|name)'
     group by 1 order by 1`,
  );
  const sorted = (names: string) => names.split(' ').sort();
  const listed = Object.entries(columns).map(([name, kinds]) => [name, sorted(Object.values(kinds).join(' '))]);
  const stored = found.map((table) => [table.name, sorted(table.columns)]);
  const place = 'each column has a group in supabase/policies/testing/personal-data.ts, which says what happens to it';
  expect(Object.fromEntries(stored), place).toEqual(Object.fromEntries(listed));
});

/** Tables with a row that contains a text, letter case aside. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'shipping', 'auth') order by 1`,
  );
  const found = await Promise.all(
    tables.map(({ name }) => owner.query(`select from ${name} t where t::text ilike $1 limit 1`, [`%${text}%`])),
  );
  return tables.flatMap(({ name }, index) => (found[index]?.length ? [name] : []));
}

/** Moves that name the account: by its session, and by the name that a token gives. It made a token, too. */
async function givenMoves({ client, id }: Account): Promise<void> {
  await registry.call(null, 'add_team', { team: 'events', owns: ['mf-events'], members: [ADDRESS] }).throwOnError();
  for (const version of ['1', '2']) {
    await registry.publish(version).throwOnError();
    await registry.promote(version, { author: NAME }).throwOnError();
  }
  const move = { token: null, remote: 'mf-events', author: NAME, reason: 'Probe' };
  await client.rpc('roll_back_remote', move).throwOnError();
  await owner.query("select shipping.make_token('shell', null, '{}', null, '', $1)", [id]);
}

/** An account that leaves its name wherever an account can. */
async function givenPerson(): Promise<Account> {
  await owner.query("update private.settings set sign_up = 'invited'");
  const token = await call('invite_colleague', { address: ADDRESS, remark: `Für ${NAME}` });
  const person = await backend.signUp(ADDRESS);
  const { client } = person;
  const act = (name: string, args: object) => call(name, { ...args }, client);
  await client.auth.updateUser({ data: { display_name: NAME } });
  await act('accept_invitation', { token });
  await act('invite_colleague', { address: 'andere@example.com', remark: `Von ${NAME}` });
  for (const [id, author] of [
    [ids.publishedPost, NAME],
    [ids.publishedPost, MARK.toLowerCase()],
    [ids.draftPost, NAME],
  ] as const)
    await client.from('posts').update({ author }).eq('id', id).throwOnError();
  await client.from('posts').delete().eq('id', ids.draftPost).throwOnError();
  for (const table of ['prompts', 'workflows'] as const)
    await client.from(table).insert<object>(rules[table].row).throwOnError();
  const receipt = await act('take_ai_call', { kind: 'web-search' });
  await act('note_ai_usage', { receipt, usage: { model: 'sonar-pro', input_tokens: 700, output_tokens: 300 } });
  await act('claim_article', { idea: { title: 'Idee' } });
  for (const name of ['open_record', 'create_preview']) await act(name, { kind: 'courses', record: ids.course });
  await act('save_draft', { kind: 'posts', record: ids.publishedPost, columns: { author: NAME } });
  await givenMoves(person);
  return person;
}

const waysOut: Readonly<Record<string, (person: Account) => PromiseLike<unknown>>> = {
  'by itself': ({ client, id }) => client.rpc('delete_account', { account: id }).throwOnError(),
  'by an operator': ({ id }) => as.staff.rpc('delete_account', { account: id }).throwOnError(),
  "by the database's owner": () => owner.query('select private.forget_address($1)', [' Rumpelstilz@Example.com']),
};

test.each(Object.entries(waysOut))(
  'an account that is deleted %s leaves its name nowhere, and its id in logs only; what it wrote stays',
  async (_, leave) => {
    const person = await givenPerson();
    const named = ['auth.users', 'private.bylines', 'private.invitations', 'public.drafts', 'public.posts'];
    const all = expect.arrayContaining([...named, 'public.trail', 'shipping.release_history']);
    expect(await tablesWith(MARK)).toEqual(all);
    await leave(person);
    expect(await tablesWith(MARK)).toEqual([]);
    expect(await tablesWith(person.id)).toEqual(['public.trail', 'shipping.deploy_tokens', 'shipping.release_history']);
    expect(await stored('posts', ids.publishedPost)).toMatchObject({ title: 'Veröffentlicht', author: '' });
    expect((await restore(ids.draftPost)).error).toBeNull();
    expect(await stored('posts', ids.draftPost)).toMatchObject({ author: '' });
    expect((await person.client.rpc('is_staff')).data).toBe(false);
    expect((await person.client.auth.getUser()).error).not.toBeNull();
  },
);

test('an author that another account typed, or that has the same name, stays; letters that a Mac wrote apart go', async () => {
  const person = await givenPerson();
  const byline = ({ client }: Account, author: string, id: string) =>
    client.from('posts').update({ author }).eq('id', id).throwOnError();
  await byline(backend.staff, 'Gast', ids.publishedPost);
  const namesake = await backend.giveRole();
  await namesake.client.auth.updateUser({ data: { display_name: NAME } });
  await byline(namesake, NAME, ids.scheduledPost);
  const apart = await add('posts', { ...rules.posts.row, slug: 'apart' });
  await person.client.auth.updateUser({ data: { display_name: 'Zoe\u0308 Beispiel' } });
  await byline(person, 'Zoë Beispiel', apart);
  await person.client.rpc('delete_account', { account: person.id }).throwOnError();
  for (const [id, author] of [
    [ids.publishedPost, 'Gast'],
    [ids.scheduledPost, NAME],
    [apart, ''],
  ] as const)
    expect(await stored('posts', id)).toMatchObject({ author });
});

test('an author stays when another account chose this name and saved the text with it', async () => {
  await change('posts', ids.publishedPost, { author: 'Anna' });
  const editor = await backend.giveRole('editor');
  await editor.client.auth.updateUser({ data: { display_name: 'Anna' } });
  await call('save_draft', { kind: 'posts', record: ids.publishedPost, columns: { author: 'Anna' } }, editor.client);
  await call('delete_account', { account: editor.id }, editor.client);
  expect(await stored('posts', ids.publishedPost)).toMatchObject({ author: 'Anna' });
});

/** A sign-off, a row of an import and a time of publication, which givenPerson does not leave. */
async function givenMore({ client, id }: Account): Promise<void> {
  await owner.query(
    `insert into private.sign_offs (record_id, account, version, title, excerpt, content)
     values ($1, $2, now(), 'Geprüft', '', 'Text')`,
    [ids.publishedPost, id],
  );
  const entry = { title: 'Aus einer Datei', slug: 'datei', content: 'Text', place: 'datei.md' };
  await importer({ staff: client }, 'posts').check([entry]);
  const at = new Date(Date.now() + 3_600_000).toISOString();
  const draft = { kind: 'workshops', record: ids.workshop, columns: { title: 'Später' }, publish_at: at };
  await client.rpc('save_draft', draft).throwOnError();
}

test('an export holds what is stored about the person, without hashes and tokens', async () => {
  const person = await givenPerson();
  await givenMore(person);
  for (const client of [person.client, as.staff]) {
    const { data } = await client.rpc('export_account', { account: person.id }).throwOnError();
    expect(data).toMatchObject({
      account: { id: person.id, email: ADDRESS, metadata: { display_name: NAME } },
      staff: { is_operator: false },
      teams: ['events'],
      workflows: [{ input_data: { filename: 'notizen.md' } }],
      prompts: [{ name: 'Neu' }],
      ai_calls: [{ day: expect.any(String), kind: 'web-search', input_tokens: 700 }],
      tokens: [{ kind: 'shell' }],
      previews: [{ table: 'courses', record: ids.course }],
      schedules: [{ table: 'workshops', record: ids.workshop }],
      sign_offs: [{ post: ids.publishedPost, title: 'Geprüft' }],
      imported_rows: [{ entry: { title: 'Aus einer Datei' } }],
      open_records: [{ kind: 'courses', record: ids.course }],
    });
    expect(data.invitations).toHaveLength(2);
    expect(data.posts).toHaveLength(3);
    expect(data.moves.map(({ action }: { action: string }) => action)).toEqual(['promote', 'promote', 'rollback']);
    expect(data.writes).toHaveLength(9);
    expect(data.sessions.length).toBeGreaterThan(0);
    const hash = 'select encrypted_password as hash from auth.users where id = $1';
    expect(JSON.stringify(data)).not.toContain((await owner.query(hash, [person.id]))[0]?.hash);
  }
});

test('other staff neither export nor delete an account', async () => {
  const { client } = await backend.giveRole();
  for (const name of ['export_account', 'delete_account'])
    expect((await client.rpc(name, { account: backend.outsider.id })).error?.code).toBe('42501');
});

test('the last operator is not deleted, by whatever way', async () => {
  const refusal = 'The last operator cannot be deleted. Make another account an operator first.';
  const { error } = await as.staff.rpc('delete_account', { account: backend.staff.id });
  expect(error).toMatchObject({ code: 'PT409', message: refusal });
  const [own] = await owner.query<{ email: string }>('select email from auth.users where id = $1', [backend.staff.id]);
  await expect(owner.query('select private.forget_address($1)', [own?.email])).rejects.toThrow(refusal);
  expect((await as.staff.rpc('is_operator')).data).toBe(true);
});

test('an address that only an invitation has is forgotten with it, an unknown one is refused', async () => {
  await as.staff.rpc('invite_colleague', { address: ADDRESS, remark: NAME }).throwOnError();
  await owner.query('select private.forget_address($1)', [ADDRESS]);
  expect(await tablesWith(MARK)).toEqual([]);
  const again = owner.query('select private.forget_address($1)', [ADDRESS]);
  await expect(again).rejects.toThrow(`Nobody has the address "${ADDRESS}"`);
});
