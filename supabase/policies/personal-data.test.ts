import { describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { release } from './testing/calls.ts';
import { ids } from './testing/ids.ts';
import { columns } from './testing/personal-data.ts';
import { rules } from './testing/rules.ts';

const backend = givenBackend();
const { as, owner } = backend;

const MARK = 'Rumpelstilz';
const ADDRESS = 'rumpelstilz@example.com';
const NAME = `Frau ${MARK}`;

test('every column that can hold personal data is listed with what happens to it', async () => {
  const found = await owner.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name, string_agg(attname, ' ' order by attname) as columns
     from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'shipping'::regnamespace)
       and relkind = 'r' and attnum > 0 and not attisdropped
       and format_type(atttypid, null) ~ '^(text|character|json|inet|cidr|uuid|bytea|name)'
     group by 1 order by 1`,
  );
  const withSchema = (name: string) => (name.includes('.') ? name : `public.${name}`);
  const listed = Object.entries(columns).map(([name, kinds]) => [
    name,
    Object.values(kinds).join(' ').split(' ').sort(),
  ]);
  expect(Object.fromEntries(found.map((table) => [withSchema(table.name), table.columns.split(' ').sort()]))).toEqual(
    Object.fromEntries(listed),
  );
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
  const [made] = await owner.query<{ token: string }>('select shipping.operator_token() as token');
  const asOperator = (name: string, args: object) =>
    as.visitor.rpc(name, { token: made?.token, ...args }).throwOnError();
  await asOperator('add_team', { team: 'events', owns: ['mf-events'], members: [ADDRESS] });
  const by = { author: NAME, reason: 'Probe' };
  for (const version of ['1', '2']) {
    await asOperator('publish_release', { release: release('mf-events', version) });
    const promotion = { remote: 'mf-events', version, ...by, origin: null, started_from: null };
    await asOperator('promote_release', promotion);
  }
  await client.rpc('roll_back_remote', { token: null, remote: 'mf-events', ...by }).throwOnError();
  await owner.query("select shipping.make_token('shell', null, '{}', null, '', $1)", [id]);
}

/** An account that leaves its name wherever an account can. */
async function givenPerson(): Promise<Account> {
  await owner.query("update private.settings set sign_up = 'invited'");
  const { data: token } = await as.staff.rpc('invite_colleague', { address: ADDRESS, remark: `Für ${NAME}` });
  const person = await backend.signUp(ADDRESS);
  const { client } = person;
  await client.auth.updateUser({ data: { display_name: NAME } });
  await client.rpc('accept_invitation', { token }).throwOnError();
  await client.rpc('invite_colleague', { address: 'andere@example.com', remark: `Von ${NAME}` }).throwOnError();
  for (const author of [NAME, MARK.toLowerCase()]) {
    await client.from('posts').update({ author }).eq('id', ids.publishedPost).throwOnError();
  }
  await client.from('posts').update({ author: NAME }).eq('id', ids.draftPost).throwOnError();
  await client.from('posts').delete().eq('id', ids.draftPost).throwOnError();
  await client.from('prompts').insert(rules.prompts.row).throwOnError();
  await client.from('workflows').insert(rules.workflows.row).throwOnError();
  const { data: receipt } = await client.rpc('take_ai_call', { kind: 'web-search' }).throwOnError();
  const usage = { model: 'sonar-pro', input_tokens: 700, output_tokens: 300 };
  await client.rpc('note_ai_usage', { receipt, usage }).throwOnError();
  await client.rpc('claim_article', { idea: { title: 'Idee' } }).throwOnError();
  await client.rpc('open_record', { kind: 'courses', record: ids.course }).throwOnError();
  await client.rpc('create_preview', { kind: 'courses', record: ids.course }).throwOnError();
  const draft = { kind: 'posts', record: ids.publishedPost, columns: { author: NAME } };
  await client.rpc('save_draft', draft).throwOnError();
  await givenMoves(person);
  return person;
}

const waysOut: Readonly<Record<string, (person: Account) => PromiseLike<unknown>>> = {
  'by itself': ({ client, id }) => client.rpc('delete_account', { account: id }).throwOnError(),
  'by an operator': ({ id }) => as.staff.rpc('delete_account', { account: id }).throwOnError(),
  "by the database's owner": () => owner.query('select private.forget_address($1)', [' Rumpelstilz@Example.com']),
};

describe.each(Object.entries(waysOut))('an account that is deleted %s', (_, leave) => {
  test('leaves its name nowhere, and its id in logs only; what it wrote stays', async () => {
    const person = await givenPerson();
    expect(await tablesWith(MARK)).toEqual(
      expect.arrayContaining([
        'auth.users',
        'private.bylines',
        'private.invitations',
        'public.drafts',
        'public.posts',
        'public.trail',
        'shipping.release_history',
      ]),
    );
    await leave(person);
    expect(await tablesWith(MARK)).toEqual([]);
    expect(await tablesWith(person.id)).toEqual(['public.trail', 'shipping.deploy_tokens', 'shipping.release_history']);
    const { data: posts } = await as.staff.from('posts').select('title, author').eq('id', ids.publishedPost);
    expect(posts).toEqual([{ title: 'Veröffentlicht', author: '' }]);
    expect((await as.staff.rpc('restore_deleted', { deleted: ids.draftPost })).error).toBeNull();
    const { data: restored } = await as.staff.from('posts').select('author').eq('id', ids.draftPost);
    expect(restored).toEqual([{ author: '' }]);
    expect((await person.client.rpc('is_staff')).data).toBe(false);
    expect((await person.client.auth.getUser()).error).not.toBeNull();
  });
});

test('an author that another account typed, or that has the same name, stays', async () => {
  const person = await givenPerson();
  await as.staff.from('posts').update({ author: 'Gast' }).eq('id', ids.publishedPost).throwOnError();
  const namesake = await backend.signUp('namensschwester@example.com');
  await owner.query('insert into private.staff values ($1)', [namesake.id]);
  await namesake.client.auth.updateUser({ data: { display_name: NAME } });
  await namesake.client.from('posts').update({ author: NAME }).eq('id', ids.scheduledPost).throwOnError();
  await person.client.rpc('delete_account', { account: person.id }).throwOnError();
  const { data } = await as.staff
    .from('posts')
    .select('author')
    .in('id', [ids.publishedPost, ids.scheduledPost])
    .order('author');
  expect(data).toEqual([{ author: NAME }, { author: 'Gast' }]);
});

test('an export holds what is stored about the person, without hashes and tokens', async () => {
  const person = await givenPerson();
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
    });
    expect(data.invitations).toHaveLength(2);
    expect(data.posts).toHaveLength(3);
    expect(data.moves.map(({ action }: { action: string }) => action)).toEqual(['promote', 'promote', 'rollback']);
    expect(data.writes).toHaveLength(8);
    expect(data.sessions.length).toBeGreaterThan(0);
    const [secret] = await owner.query<{ hash: string }>(
      'select encrypted_password as hash from auth.users where id = $1',
      [person.id],
    );
    expect(JSON.stringify(data)).not.toContain(secret?.hash);
  }
});

test('other staff neither export nor delete an account', async () => {
  const person = await givenPerson();
  const colleague = await backend.signUp();
  await owner.query('insert into private.staff values ($1)', [colleague.id]);
  for (const { client } of [colleague, backend.outsider]) {
    for (const name of ['export_account', 'delete_account']) {
      expect((await client.rpc(name, { account: person.id })).error?.code).toBe('42501');
    }
  }
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
  await expect(owner.query('select private.forget_address($1)', [ADDRESS])).rejects.toThrow(
    `Nobody has the address "${ADDRESS}"`,
  );
});
