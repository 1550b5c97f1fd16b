import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend, type StaffRole, staffRoles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { importer } from './testing/import-calls.ts';

const backend = givenBackend();
const { as, owner } = backend;
let post: string;

const TEXT = 'Die Volkshochschule erprobt einen Assistenten. Er beantwortet 80 Prozent aller Fragen.';
const ARTICLE = { title: 'Ein Versuch', slug: 'versuch', content: TEXT, excerpt: 'Kurz gesagt', author: 'Anna' };

beforeEach(async () => {
  post = await givenArticle();
});

/** Stores an article as generate-article does. */
async function givenArticle(article: object = ARTICLE, client = as.staff): Promise<string> {
  const claim = client.rpc('claim_article', { idea: article }).single<{ receipt: string }>();
  const { receipt } = (await claim.throwOnError()).data;
  const stored = client.rpc('store_article', { receipt, draft: article }).single<{ id: string }>();
  return (await stored.throwOnError()).data.id;
}

async function row(id = post): Promise<Readonly<Record<string, string>>> {
  const { data } = await as.service.from('posts').select().eq('id', id).single().throwOnError();
  return data;
}
const ai = async (id = post) => (await row(id)).ai;

const change = (columns: object, client = as.staff) =>
  client.from('posts').update(columns).eq('id', post).select().throwOnError();

async function origin(id = post, client = as.staff) {
  return (await client.rpc('read_origin', { post: id }).throwOnError()).data;
}

async function sign(id = post, client = as.staff) {
  return await client.rpc('sign_off', { post: id, version: (await origin(id)).version });
}
const signed = async (id = post) => expect((await sign(id)).error).toBeNull();

const saveDraft = async (columns: object) =>
  (await as.staff.rpc('save_draft', { kind: 'posts', record: post, columns }).throwOnError()).data;

describe('a post is generated', () => {
  test('when article generation stored it, and not when a person wrote it', async () => {
    expect(await ai()).toBe('generated');
    expect(await ai(ids.publishedPost)).toBe('none');
  });

  test.each<[string, (client: SupabaseClient) => PromiseLike<{ error: unknown }>]>([
    ['changed', (client) => client.from('posts').update({ ai: 'none' }).eq('id', post)],
    ['added', (client) => client.from('posts').insert({ ...ARTICLE, slug: 'neu', ai: 'none' })],
  ])('and REST refuses the column to staff when a post is %s', async (_, write) => {
    expect((await write(as.staff)).error).toMatchObject({ code: '42501' });
    expect(await ai()).toBe('generated');
  });

  test('whatever the secret key, SQL as staff or SQL as the owner set', async () => {
    await as.service.from('posts').update({ ai: 'none' }).eq('id', post).throwOnError();
    expect(await ai()).toBe('generated');
    await owner.query("update posts set ai = 'assisted', title = 'Anders' where id = $1", [post]);
    expect(await ai()).toBe('generated');
    const asStaff = (statement: string) =>
      owner.transaction(async (transaction) => {
        const claims = JSON.stringify({ sub: backend.staff.id, role: 'authenticated' });
        await transaction.query("select set_config('request.jwt.claims', $1, true)", [claims]);
        await transaction.execute(`set local role authenticated; ${statement}`);
      });
    await expect(asStaff(`update posts set ai = 'none' where id = '${post}'`)).rejects.toThrow('permission denied');
    await expect(asStaff('delete from private.generated_posts')).rejects.toThrow('permission denied');
    await expect(asStaff(`insert into private.sign_offs select '${post}'`)).rejects.toThrow('permission denied');
    expect(await ai()).toBe('generated');
  });

  test('and a post of a person is not, whatever the secret key set', async () => {
    await as.service.from('posts').update({ ai: 'generated' }).eq('id', ids.publishedPost).throwOnError();
    expect(await ai(ids.publishedPost)).toBe('none');
  });

  test('also after every word of it has changed', async () => {
    await change({ title: 'Neu', content: 'Ganz anders', excerpt: null });
    expect(await ai()).toBe('generated');
  });

  test('also when an import updates it', async () => {
    const entry = { ...ARTICLE, place: 'versuch.md', content: 'Aus einer Datei', ai: 'none' };
    await importer(as, 'posts').run([entry], { update: true });
    expect(await row()).toMatchObject({ content: 'Aus einer Datei', ai: 'generated' });
  });

  test('also when it comes back from the trash', async () => {
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    await as.staff.rpc('restore_deleted', { deleted: post }).throwOnError();
    expect(await ai()).toBe('generated');
  });

  test('also when a version of before is restored, which says none', async () => {
    await owner.query('delete from private.generated_posts');
    await change({ title: 'Von Hand' });
    expect(await ai()).toBe('none');
    await owner.query('insert into private.generated_posts (post) values ($1)', [post]);
    const { data } = await as.staff.rpc('history', { record: post }).throwOnError();
    const [{ last_entry: seen }] = data;
    await change({ title: 'Danach' });
    const now = (await as.staff.rpc('history', { record: post }).throwOnError()).data[0].last_entry;
    await as.staff.rpc('restore_version', { record: post, entry: seen, seen: now }).throwOnError();
    expect(await row()).toMatchObject({ title: 'Von Hand', ai: 'generated' });
  });
});

describe('a copy of a generated post is generated', () => {
  const copied = async (content: string) => {
    const columns = { title: 'Kopie', slug: 'kopie', content, published_at: '2020-01-01T00:00:00Z' };
    return (await as.staff.from('posts').insert(columns).select('id, ai').single().throwOnError()).data;
  };

  test('also of a signed one, of an earlier version, and with other whitespace', async () => {
    await signed();
    await change({ content: 'Inzwischen anders' });
    expect(await copied(` ${TEXT.replaceAll(' ', '\n')}\n`)).toMatchObject({ ai: 'generated' });
  });

  test('and stays so when its text changes', async () => {
    const { id } = await copied(TEXT);
    await as.staff.from('posts').update({ content: 'Anders' }).eq('id', id).throwOnError();
    expect(await ai(id)).toBe('generated');
  });

  test('also by an import, after the original is deleted', async () => {
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    await importer(as, 'posts').run([{ ...ARTICLE, slug: 'kopie', place: 'kopie.md' }]);
    const { data } = await as.staff.from('posts').select('ai').eq('slug', 'kopie').single().throwOnError();
    expect(data).toEqual({ ai: 'generated' });
  });

  test('and so is a post into which it is pasted', async () => {
    const pasted = as.staff.from('posts').update({ content: TEXT }).eq('id', ids.publishedPost);
    await pasted.throwOnError();
    expect(await ai(ids.publishedPost)).toBe('generated');
  });

  test('another text is none', async () => {
    expect(await copied(`${TEXT} Mehr.`)).toMatchObject({ ai: 'none' });
  });

  test('a refused copy leaves nothing behind', async () => {
    const { error } = await as.staff.from('posts').insert({ ...ARTICLE, slug: 'versuch' });
    expect(error?.code).toBe('23505');
    expect(await owner.query('select from private.generated_posts')).toHaveLength(1);
  });
});

describe('Sign Off', () => {
  test('lowers to assisted, and says who signed which version when', async () => {
    const { updated_at: version } = await row();
    await signed();
    expect(await ai()).toBe('assisted');
    expect(await origin()).toMatchObject({
      ai: 'assisted',
      would_be: 'assisted',
      may_sign_off: true,
      sign_offs: [{ by: expect.stringContaining('@'), at: expect.any(String), version, holds: true }],
    });
  });

  test('shows in the history with its account', async () => {
    await signed();
    const { data } = await as.staff.rpc('history', { record: post }).throwOnError();
    expect(data[0]).toMatchObject({
      actor_id: backend.staff.id,
      entries: [
        { relation: 'sign_offs', operation: 'insert', title: 'Ein Versuch' },
        { relation: 'posts', operation: 'update', changed: ['ai'] },
      ],
    });
    const [entry] = await owner.query<{ after: object }>("select after from trail where relation = 'sign_offs'");
    expect(Object.keys(entry?.after ?? {}).sort()).toEqual(['id', 'record_id', 'signed_at', 'title', 'version']);
  });

  test('is no edit: the version of the post stays, and visitors get the page anew', async () => {
    await change({ published_at: '2020-01-01T00:00:00Z' });
    const versions = async () => (await as.visitor.rpc('content_versions').throwOnError()).data;
    const [{ updated_at: version }, before] = [await row(), await versions()];
    await signed();
    expect((await row()).updated_at).toBe(version);
    expect((await versions()).posts).not.toEqual(before.posts);
  });

  test('is refused for a version that is not the stored one', async () => {
    const { version } = await origin();
    await change({ title: 'Inzwischen' });
    const { error } = await as.staff.rpc('sign_off', { post, version });
    expect(error).toMatchObject({ code: 'PT409', message: 'Somebody else has changed this meanwhile.' });
    expect(await ai()).toBe('generated');
  });

  test('is refused for a post that no function wrote, and for one that is gone', async () => {
    expect((await sign(ids.publishedPost)).error).toMatchObject({
      code: 'PT400',
      message: 'No function wrote this post: there is nothing to sign off.',
    });
    const gone = { post: ids.deletedPost, version: '2020-01-01T00:00:00Z' };
    expect((await as.staff.rpc('sign_off', gone)).error?.code).toBe('PT404');
    expect((await as.staff.rpc('read_origin', { post: ids.deletedPost })).error?.code).toBe('PT404');
  });

  const may: Readonly<Record<StaffRole, readonly boolean[]>> = {
    publisher: [true, true],
    editor: [true, false],
    author: [false, false],
  };
  test.each(staffRoles)('role %s: as allowed for own posts and for those of others', async (role) => {
    const { client, id } = await backend.giveRole(role);
    const own = await givenArticle({ ...ARTICLE, slug: `von-${role}` }, client);
    expect(await owner.query('select from private.owners where account = $1', [id])).toHaveLength(1);
    for (const [index, target] of [own, post].entries()) {
      const allowed = may[role][index];
      expect((await origin(target, client)).may_sign_off).toBe(allowed);
      const { error } = await sign(target, client);
      if (allowed) expect(error).toBeNull();
      else expect(error).toMatchObject({ code: '42501', message: 'Only who may publish this post may sign it off.' });
      expect(await ai(target)).toBe(allowed ? 'assisted' : 'generated');
    }
  });

  test('holds for the signed version when it is restored, and for a post that comes back from the trash', async () => {
    await signed();
    await change({ content: 'Ganz anders' });
    expect(await ai()).toBe('generated');
    await change({ content: TEXT });
    expect(await ai()).toBe('assisted');
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    await as.staff.rpc('restore_deleted', { deleted: post }).throwOnError();
    expect(await ai()).toBe('assisted');
  });

  test('outlives the account that signed', async () => {
    const { client, id } = await backend.giveRole('publisher');
    expect((await sign(post, client)).error).toBeNull();
    await client.rpc('delete_account', { account: id }).throwOnError();
    expect((await origin()).sign_offs).toMatchObject([{ by: null, holds: true }]);
    await change({ author: 'Redaktion' });
    expect(await ai()).toBe('assisted');
  });

  test('is forgotten with the post, once the audit log does not hold its deletion any more', async () => {
    await signed();
    await as.staff.from('posts').delete().eq('id', post).throwOnError();
    const kept = () => owner.query('select from private.sign_offs union all select from private.generated_posts');
    expect(await kept()).toHaveLength(2);
    await owner.execute('delete from trail');
    expect(await kept()).toEqual([]);
  });
});

describe('an edit after the sign-off', () => {
  beforeEach(() => signed());

  test.each([
    ['letters of a word: a typo', 'Volkshochschule', 'Volkshochshcule', 'assisted'],
    ['an ending: a typo', 'Assistenten.', 'Assistent.', 'assisted'],
    ['a capital: a typo', 'erprobt', 'Erprobt', 'assisted'],
    ['punctuation: a typo', 'Fragen.', 'Fragen!', 'assisted'],
    ['whitespace: a typo', ' Er ', '\n\nEr\n', 'assisted'],
    ['a digit', '80', '81', 'generated'],
    ['a short word', 'Er', 'Es', 'generated'],
    ['a word too many', 'aller', 'fast aller', 'generated'],
    ['a word too few', 'aller ', '', 'generated'],
    ['two words that became one', 'aller Fragen', 'allerFragen', 'generated'],
    ['the first letter', 'aller', 'keller', 'generated'],
    ['three letters', 'erprobt', 'erprobtete', 'generated'],
    ['a link', 'Assistenten', '[Assistenten](https://beispiel.de)', 'generated'],
  ])('keeps it for a typo, and takes it back for more: %s', async (_, before, after, expected) => {
    const content = TEXT.replace(before, after);
    await change({ content, author: 'Redaktion' });
    expect(await row()).toMatchObject({ content, ai: expected });
  });

  test.each<object>([
    { title: 'Ein anderer Versuch' },
    { excerpt: null },
    { title: 'Ein', excerpt: 'Versuch Kurz gesagt' },
  ])('counts title and excerpt, too: %j', async (columns) => {
    await change(columns);
    expect(await ai()).toBe('generated');
  });

  test('counts from what was signed: typos do not add up', async () => {
    await change({ content: TEXT.replace('Assistenten', 'Assistentin') });
    expect(await ai()).toBe('assisted');
    await change({ content: TEXT.replace('Assistenten', 'Assistentinnen') });
    expect(await ai()).toBe('generated');
  });

  test('a new sign-off covers it', async () => {
    await change({ content: 'Ganz anders' });
    await signed();
    expect(await ai()).toBe('assisted');
    expect((await origin()).sign_offs).toMatchObject([{ holds: true }, { holds: false }]);
  });
});

test('ten typos keep a sign-off, eleven take it back; months and addresses are no typos', async () => {
  const words = Array.from({ length: 11 }, (_, index) => `Wort${'abcdefghijk'[index]}`);
  const many = await givenArticle({
    ...ARTICLE,
    slug: 'viele',
    content: `${words.join(' ')} Juni [x](https://kilm.de)`,
  });
  await signed(many);
  const write = async (replace: (content: string) => string) => {
    const content = replace(`${words.join(' ')} Juni [x](https://kilm.de)`);
    await as.staff.from('posts').update({ content }).eq('id', many).throwOnError();
    return ai(many);
  };
  expect(await write((content) => content.replace(/Wort([a-j])/g, 'Wrot$1'))).toBe('assisted');
  expect(await write((content) => content.replace(/Wort/g, 'Wrot'))).toBe('generated');
  expect(await write((content) => content.replace('Juni', 'Juli'))).toBe('generated');
  expect(await write((content) => content.replace('kilm', 'klim'))).toBe('generated');
});

test('long texts are compared, also with many generated posts', async () => {
  const content = `${'Lernende fragen Assistenten. '.repeat(4_000)}Schlussfolgerung`;
  const long = await givenArticle({ ...ARTICLE, slug: 'lang', content });
  await signed(long);
  const columns = { content: content.replace('Schlussfolgerung', 'Schlusfolgerung') };
  await as.staff.from('posts').update(columns).eq('id', long).throwOnError();
  expect(await ai(long)).toBe('assisted');
  await owner.query(
    `insert into private.generated_posts
     select gen_random_uuid(), array[sha256(i::text::bytea)] from generate_series(1, 5000) i`,
  );
  const byHand = { title: 'Lang', slug: 'lang-von-hand', content: `${content} Ende` };
  const { data } = await as.staff.from('posts').insert(byHand).select('ai').single().throwOnError();
  expect(data).toEqual({ ai: 'none' });
});

describe('a draft', () => {
  const publish = async () =>
    as.staff.rpc('publish_draft', {
      kind: 'posts',
      record: post,
      columns: {},
      version: (await origin()).version,
    });

  test('is what is signed, and is assisted when it is published', async () => {
    await change({ published_at: '2020-01-01T00:00:00Z' });
    const version = await saveDraft({ content: 'Vom Menschen geprüft' });
    expect(await origin()).toMatchObject({ ai: 'generated', would_be: 'generated', version });
    await signed();
    expect(await origin()).toMatchObject({
      ai: 'generated',
      would_be: 'assisted',
      version,
      sign_offs: [{ holds: true }],
    });
    expect(await ai()).toBe('generated');
    expect((await publish()).error).toBeNull();
    expect(await row()).toMatchObject({ content: 'Vom Menschen geprüft', ai: 'assisted' });
  });

  test('its sign-off shows in the history, and makes no conflict', async () => {
    await saveDraft({ content: TEXT.replace('Volkshochschule', 'Volkshochschulen') });
    await signed();
    const { data } = await as.staff.rpc('history', { record: post }).throwOnError();
    expect(data[0]).toMatchObject({
      actor_id: backend.staff.id,
      entries: [{ relation: 'sign_offs' }, { changed: ['ai'] }],
    });
    expect((await as.staff.rpc('read_draft', { record: post })).data).toMatchObject({ is_stale: false });
    expect((await publish()).error).toBeNull();
    expect(await ai()).toBe('assisted');
  });

  test('that nobody signed takes the sign-off of its post back, also at its time', async () => {
    await signed();
    const draft = { kind: 'posts', record: post, columns: { content: 'Anders' }, publish_at: '2020-01-01T00:00:00Z' };
    await as.staff.rpc('save_draft', draft).throwOnError();
    expect(await ai()).toBe('assisted');
    await owner.query('select private.publish_due_drafts()');
    expect(await row()).toMatchObject({ content: 'Anders', ai: 'generated' });
  });

  test('is refused by the version of its post, and of the draft before', async () => {
    const { updated_at: ofPost } = await row();
    const version = await saveDraft({ content: 'Eins' });
    await as.staff
      .rpc('save_draft', { kind: 'posts', record: post, columns: { content: 'Zwei' }, version })
      .throwOnError();
    for (const stale of [ofPost, version]) {
      const { error } = await as.staff.rpc('sign_off', { post, version: stale });
      expect(error?.code).toBe('PT409');
    }
  });

  test('shows in a preview with the part of AI that it will have', async () => {
    const { data: token } = await as.staff.rpc('create_preview', { kind: 'posts', record: post }).throwOnError();
    const previewed = async () => (await as.visitor.rpc('read_preview', { token }).throwOnError()).data.row.ai;
    expect(await previewed()).toBe('generated');
    await saveDraft({ content: 'Vom Menschen geprüft' });
    await signed();
    expect(await previewed()).toBe('assisted');
  });
});
