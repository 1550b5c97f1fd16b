import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend, staffRoles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { importer } from './testing/import-calls.ts';
import { afterWaiting } from './testing/locks.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, stored, add, remove, restore, history, newestEntry, ...records } = givenRecords(backend);
let post: string;

const TEXT =
  'Die Volkshochschule erprobt einen Assistenten. Er beantwortet 80 Prozent aller Fragen. ' +
  'Der Riese Meier aus Wittenberg lobte, wir waren „sicher“: er wird angenommen, und das kann jeder.';
const ARTICLE = { title: 'Ein Versuch', slug: 'versuch', content: TEXT, excerpt: 'Kurz gesagt', author: 'Anna' };

beforeEach(async () => {
  post = await givenArticle();
});

/** Stores an article as generate-article does. */
async function givenArticle(more: object = {}, client = as.staff): Promise<string> {
  const article = { ...ARTICLE, ...more };
  const [{ receipt }] = await call('claim_article', { idea: article }, client);
  return (await call('store_article', { receipt, draft: article }, client))[0].id;
}

const row = (id = post) => stored('posts', id);
const ai = async (id = post) => (await row(id)).ai;
const change = (columns: object, id = post) => records.change('posts', id, columns);
const origin = (id = post, client = as.staff) => call('read_origin', { post: id }, client);
const sign = async (id = post, client = as.staff) =>
  client.rpc('sign_off', { post: id, version: (await origin(id)).version });
const signed = async (id = post) => expect((await sign(id)).error).toBeNull();
const asStaff = (statement: string) =>
  owner.transaction(async (transaction) => {
    const claims = JSON.stringify({ sub: backend.staff.id, role: 'authenticated' });
    await transaction.query("select set_config('request.jwt.claims', $1, true)", [claims]);
    await transaction.execute(`set local role authenticated; ${statement}`);
  });
/** Deletes the post and restores it from the trash. */
async function deletedForATime(): Promise<void> {
  await remove('posts', post);
  await restore(post).throwOnError();
}

describe('a post is generated', () => {
  test('when article generation stored it, and not when a person wrote it, whatever the secret key sets', async () => {
    expect([await ai(), await ai(ids.publishedPost)]).toEqual(['generated', 'none']);
    await as.service.from('posts').update({ ai: 'generated' }).eq('id', ids.publishedPost).throwOnError();
    expect(await ai(ids.publishedPost)).toBe('none');
  });

  test('and REST and SQL refuse to staff what says so', async () => {
    const changed = await as.staff.from('posts').update({ ai: 'none' }).eq('id', post);
    const added = await as.staff.from('posts').insert({ ...ARTICLE, slug: 'neu', ai: 'none' });
    expect([changed.error?.code, added.error?.code]).toEqual(['42501', '42501']);
    for (const statement of [
      `update posts set ai = 'none' where id = '${post}'`,
      'delete from private.generated_posts',
      `insert into private.sign_offs select '${post}'`,
    ])
      await expect(asStaff(statement)).rejects.toThrow('permission denied');
    expect(await ai()).toBe('generated');
  });

  const entry = { ...ARTICLE, place: 'versuch.md', content: 'Aus einer Datei', ai: 'none' };
  const rewritten = { title: 'Neu', content: 'Ganz anders', excerpt: null };
  test.each<[string, () => PromiseLike<unknown>, object?]>([
    ['the secret key set none', () => as.service.from('posts').update({ ai: 'none' }).eq('id', post).throwOnError()],
    ['the owner set it', () => owner.query("update posts set ai = 'assisted', title = 'Neu' where id = $1", [post])],
    ['every word of it has changed', () => change(rewritten), rewritten],
    ['an import updates it', () => importer(as, 'posts').run([entry], { update: true }), { content: entry.content }],
    ['it comes back from the trash', deletedForATime],
  ])('also after %s', async (_, act, after = {}) => {
    await act();
    expect(await row()).toMatchObject({ ...after, ai: 'generated' });
  });

  test('also when a version of before is restored, which says none', async () => {
    await owner.query('delete from private.generated_posts');
    await change({ title: 'Von Hand' });
    expect(await ai()).toBe('none');
    await owner.query('insert into private.generated_posts (post) values ($1)', [post]);
    const entry = await newestEntry(post);
    await change({ title: 'Danach' });
    expect((await records.goBack(post, entry)).error).toBeNull();
    expect(await row()).toMatchObject({ title: 'Von Hand', ai: 'generated' });
  });
});

describe('a copy of a generated post is generated', () => {
  const copied = (content: string, slug = 'kopie') =>
    add('posts', { title: 'Kopie', slug, content, published_at: LONG_AGO });

  test('also of a signed one, of an earlier version, and with other whitespace', async () => {
    await signed();
    await change({ content: 'Inzwischen anders' });
    expect(await ai(await copied(` ${TEXT.replaceAll(' ', '\n')}\n`))).toBe('generated');
  });

  test('also with characters that nobody sees or that look the same', async () => {
    const content = `${TEXT} Häufig.`;
    await change({ content });
    for (const [what, copy] of [
      ['a soft hyphen', content.replace('Volks', 'Volks\u00AD')],
      ['a character without a width', content.replace('Er', '\u200BEr')],
      ['narrow spaces', content.replaceAll(' ', '\u2009')],
      ['a soft hyphen by its name', content.replace('Volks', 'Volks&shy;')],
      ['a character without a width by its number', content.replace('Er', '&#8203;Er&#x200b;')],
      ['a letter by its number', content.replace('Er', '&#69;r')],
      ['a comment', content.replace('Er', '<!-- kein -->Er')],
      ['protected spaces', content.replaceAll(' ', '&nbsp;')],
      ['an escaped full stop', content.replaceAll('.', '\\.')],
      ['accents of their own', content.normalize('NFD')],
    ] as const)
      expect(await ai(await copied(copy, what.replaceAll(' ', '-'))), what).toBe('generated');
  });

  test('and stays so when its text changes; another text is none, and one into which it is pasted is not', async () => {
    expect(await ai(await copied(`${TEXT} Mehr.`, 'andere'))).toBe('none');
    const copy = await copied(TEXT);
    await change({ content: 'Anders' }, copy);
    expect(await ai(copy)).toBe('generated');
    await change({ content: TEXT }, ids.publishedPost);
    expect(await ai(ids.publishedPost)).toBe('generated');
  });

  test('also by an import, after the original is deleted', async () => {
    await remove('posts', post);
    await importer(as, 'posts').run([{ ...ARTICLE, slug: 'kopie', place: 'kopie.md' }]);
    expect(await owner.query("select ai from posts where slug = 'kopie'")).toEqual([{ ai: 'generated' }]);
  });

  test('a text that was there before stays none, and a refused copy leaves nothing behind', async () => {
    const { client } = await backend.giveRole('author');
    const { content } = await row(ids.publishedPost);
    await givenArticle({ slug: 'dasselbe', content }, client);
    await change({ title: 'Anders' }, ids.publishedPost);
    expect(await ai(ids.publishedPost)).toBe('none');
    expect((await as.staff.from('posts').insert(ARTICLE)).error?.code).toBe('23505');
    expect(await owner.query('select from private.generated_posts')).toHaveLength(2);
  });
});

describe('Sign Off', () => {
  test('lowers to assisted, says who signed which version when, and shows in the history', async () => {
    const { updated_at: version } = await row();
    await signed();
    expect(await ai()).toBe('assisted');
    const sign_offs = [{ by: expect.stringContaining('@'), at: expect.any(String), version, holds: true }];
    const shown = { ai: 'assisted', would_be: 'assisted', may_sign_off: true, sign_offs };
    expect(await origin()).toMatchObject(shown);
    const entries = [
      { relation: 'sign_offs', operation: 'insert', title: 'Ein Versuch' },
      { relation: 'posts', operation: 'update', changed: ['ai'] },
    ];
    expect((await history(post))[0]).toMatchObject({ actor_id: backend.staff.id, entries });
    const [entry] = await owner.query<{ after: object }>("select after from trail where relation = 'sign_offs'");
    expect(Object.keys(entry?.after ?? {}).sort()).toEqual(['id', 'record_id', 'signed_at', 'title', 'version']);
  });

  test('is no edit: the version of the post stays, and visitors get the page anew', async () => {
    await change({ published_at: LONG_AGO });
    const [{ updated_at: version }, before] = [await row(), await records.contentVersions()];
    await signed();
    expect((await row()).updated_at).toBe(version);
    expect((await records.contentVersions()).posts).not.toEqual(before.posts);
  });

  const NOT_GENERATED = 'No function wrote this post: there is nothing to sign off.';
  test.each([
    ['a version that is not the stored one', () => post, 'PT409', 'Somebody else has changed this meanwhile.'],
    ['a post that no function wrote', () => ids.publishedPost, 'PT400', NOT_GENERATED],
    ['a post that is gone', () => ids.deletedPost, 'PT404', expect.any(String)],
  ])('is refused for %s', async (_, idOf, code, message) => {
    const id = idOf();
    const version = id === ids.publishedPost ? (await origin(id)).version : LONG_AGO;
    expect((await as.staff.rpc('sign_off', { post: id, version })).error).toMatchObject({ code, message });
    expect(await ai()).toBe('generated');
    if (code === 'PT404') expect((await as.staff.rpc('read_origin', { post: id })).error?.code).toBe(code);
  });

  const may = { publisher: [true, true], editor: [true, false], author: [false, false] };
  test.each(staffRoles)('role %s: as allowed for own posts and for those of others', async (role) => {
    const { client, id } = await backend.giveRole(role);
    const own = await givenArticle({ slug: `von-${role}` }, client);
    expect(await owner.query('select from private.owners where account = $1', [id])).toHaveLength(1);
    const message = 'Only who may publish this post may sign it off.';
    for (const [index, target] of [own, post].entries()) {
      const allowed = may[role][index];
      expect((await origin(target, client)).may_sign_off).toBe(allowed);
      const refusal = allowed ? null : expect.objectContaining({ code: '42501', message });
      expect((await sign(target, client)).error).toEqual(refusal);
      expect(await ai(target)).toBe(allowed ? 'assisted' : 'generated');
    }
  });

  test.each([
    ['a lower role', "update private.staff set role = 'author' where user_id = $1"],
    ['a removal', 'delete from private.staff where user_id = $1'],
  ])('of a draft that waits for %s is refused', async (_, end) => {
    const { client, id } = await backend.giveRole();
    const version = await records.givenDraft(post, { content: 'Vom Menschen geprüft' });
    const answer = await afterWaiting(owner, {
      lock: (ending) => ending.execute('lock table private.staff in share row exclusive mode'),
      act: () => client.rpc('sign_off', { post, version }),
      meanwhile: (ending) => ending.query(end, [id]),
    });
    expect(answer.error?.code).toBe('42501');
    expect((await origin()).sign_offs).toEqual([]);
  });

  test('holds for the signed version when it is restored, and for a post that comes back from the trash', async () => {
    await signed();
    await change({ content: 'Ganz anders' });
    expect(await ai()).toBe('generated');
    await change({ content: TEXT });
    expect(await ai()).toBe('assisted');
    await deletedForATime();
    expect(await ai()).toBe('assisted');
  });

  test('outlives the account that signed', async () => {
    const { client, id } = await backend.giveRole('publisher');
    expect((await sign(post, client)).error).toBeNull();
    await call('delete_account', { account: id }, client);
    expect((await origin()).sign_offs).toMatchObject([{ by: null, holds: true }]);
    await change({ author: 'Redaktion' });
    expect(await ai()).toBe('assisted');
  });

  test('is forgotten with the post, once the audit log does not hold its deletion any more', async () => {
    await signed();
    await remove('posts', post);
    const kept = () => owner.query('select from private.sign_offs union all select from private.generated_posts');
    expect(await kept()).toHaveLength(2);
    await owner.execute('delete from trail');
    expect(await kept()).toEqual([]);
  });
});

describe('an edit after the sign-off', () => {
  beforeEach(() => signed());

  test('keeps it for a typo, and takes it back for more', async () => {
    for (const [what, before, after, expected] of [
      ['letters of a word', 'Volkshochschule', 'Volkshochshcule', 'assisted'],
      ['a capital', 'erprobt', 'Erprobt', 'assisted'],
      ['punctuation', 'Fragen.', 'Fragen!', 'assisted'],
      ['other quotation marks and dashes', '„sicher“', '»sicher«', 'assisted'],
      ['a letter twice', 'beantwortet', 'beanntwortet', 'assisted'],
      ['whitespace', ' Er ', '\n\nEr\n', 'assisted'],
      ['an ending', 'Assistenten.', 'Assistent.', 'generated'],
      ['a letter of a name', 'Meier', 'Meyer', 'generated'],
      ['two letters of a long name', 'Wittenberg', 'Wittenburg', 'generated'],
      ['a letter twice in a name', 'Wittenberg', 'Witttenberg', 'generated'],
      ['another short word', 'lobte', 'lebte', 'generated'],
      ['another long word', 'angenommen', 'abgenommen', 'generated'],
      ['a word with one more letter', 'waren', 'warnen', 'generated'],
      ['vowels that change places', 'Riese', 'Reise', 'generated'],
      ['a negation', 'kann', 'kein', 'generated'],
      ['words struck out', 'Riese Meier', '~~Riese Meier~~', 'generated'],
      ['a question', 'Fragen.', 'Fragen?', 'generated'],
      ['a quotation', 'angenommen', '"angenommen"', 'generated'],
      ['a foreign letter that looks the same', 'lobte', 'l\u043Ebte', 'generated'],
      ['a character that nobody sees', 'lobte', 'lob\u200Bte', 'generated'],
      ['a digit', '80', '81', 'generated'],
      ['a short word', 'Er', 'Es', 'generated'],
      ['a word too many', 'aller', 'fast aller', 'generated'],
      ['a word too few', 'aller ', '', 'generated'],
      ['two words that became one', 'aller Fragen', 'allerFragen', 'generated'],
      ['the first letter', 'aller', 'keller', 'generated'],
      ['three letters', 'erprobt', 'erprobtete', 'generated'],
      ['a link', 'Assistenten', '[Assistenten](https://beispiel.de)', 'generated'],
    ] as const) {
      const content = TEXT.replace(before, after);
      await change({ content, author: 'Redaktion' });
      expect(await row(), what).toMatchObject({ content, ai: expected });
    }
    await change({ content: TEXT });
    for (const columns of [
      { title: 'Ein anderer Versuch', excerpt: 'Kurz gesagt' },
      { title: 'Ein Versuch', excerpt: null },
      { title: 'Ein', excerpt: 'Versuch Kurz gesagt' },
    ]) {
      await change(columns);
      expect(await ai(), columns.title).toBe('generated');
    }
  });

  test('counts from what was signed: typos do not add up, and a new sign-off covers it', async () => {
    await change({ content: TEXT.replace('Assistenten', 'Assisetnten') });
    expect(await ai()).toBe('assisted');
    await change({ content: TEXT.replace('Assistenten', 'Assisetntne') });
    expect(await ai()).toBe('generated');
    await signed();
    expect(await ai()).toBe('assisted');
    expect((await origin()).sign_offs).toMatchObject([{ holds: true }, { holds: false }]);
  });
});

test('ten typos keep a sign-off, eleven take it back; months and addresses are no typos', async () => {
  const words = [...'abcdefghijk'].map((letter) => `Wort${letter}`);
  const content = `${words.join(' ')} Juni [x](https://kilm.de)`;
  const many = await givenArticle({ slug: 'viele', content });
  await signed(many);
  for (const [wrong, expected] of [
    [content.replace(/Wort([a-j])/g, 'Wrot$1'), 'assisted'],
    [content.replace(/Wort/g, 'Wrot'), 'generated'],
    [content.replace('Juni', 'Juli'), 'generated'],
    [content.replace('kilm', 'klim'), 'generated'],
  ]) {
    await change({ content: wrong }, many);
    expect(await ai(many), wrong).toBe(expected);
  }
});

test('long texts are compared, also with many generated posts', async () => {
  const content = `${'Lernende fragen Assistenten. '.repeat(4_000)}Schlussfolgerung`;
  const long = await givenArticle({ slug: 'lang', content });
  await signed(long);
  await change({ content: content.replace('Schlussfolgerung', 'Schlussfolgeurng') }, long);
  expect(await ai(long)).toBe('assisted');
  await owner.query(
    `insert into private.generated_posts
     select gen_random_uuid(), array[sha256(i::text::bytea)] from generate_series(1, 5000) i`,
  );
  const byHand = await add('posts', { title: 'Lang', slug: 'lang-von-hand', content: `${content} Ende` });
  expect(await ai(byHand)).toBe('none');
});

describe('a draft', () => {
  const saveDraft = (content: string, more = {}) => records.givenDraft(post, { content }, more);
  const publish = async () => records.publishDraft(post, {}, { version: (await origin()).version });

  test('is what is signed, and is assisted when it is published', async () => {
    await change({ published_at: LONG_AGO });
    const version = await saveDraft('Vom Menschen geprüft');
    expect(await origin()).toMatchObject({ ai: 'generated', would_be: 'generated', version });
    await signed();
    const after = { ai: 'generated', would_be: 'assisted', version, sign_offs: [{ holds: true }] };
    expect(await origin()).toMatchObject(after);
    expect(await ai()).toBe('generated');
    expect((await publish()).error).toBeNull();
    expect(await row()).toMatchObject({ content: 'Vom Menschen geprüft', ai: 'assisted' });
  });

  test('that is signed with letters that a Mac wrote apart is assisted, as its post has them composed', async () => {
    await records.givenDraft(post, { title: 'Gepru\u0308ft', content: 'Von Menschen' });
    await signed();
    expect((await publish()).error).toBeNull();
    expect(await row()).toMatchObject({ title: 'Geprüft', ai: 'assisted' });
  });

  test('its sign-off shows in the history, and makes no conflict', async () => {
    await saveDraft(TEXT.replace('Volkshochschule', 'Volkshochshcule'));
    await signed();
    const entries = [{ relation: 'sign_offs' }, { changed: ['ai'] }];
    expect((await history(post))[0]).toMatchObject({ actor_id: backend.staff.id, entries });
    expect(await records.readDraft(post)).toMatchObject({ is_stale: false });
    expect((await publish()).error).toBeNull();
    expect(await ai()).toBe('assisted');
  });

  test('that nobody signed takes the sign-off of its post back, also at its time', async () => {
    await signed();
    await saveDraft('Anders', { publish_at: LONG_AGO });
    expect(await ai()).toBe('assisted');
    await records.publishDue();
    expect(await row()).toMatchObject({ content: 'Anders', ai: 'generated' });
  });

  test('is refused by the version of its post, and of the draft before', async () => {
    const { updated_at: ofPost } = await row();
    const before = await saveDraft('Eins');
    await saveDraft('Zwei', { version: before });
    for (const version of [ofPost, before])
      expect((await as.staff.rpc('sign_off', { post, version })).error?.code).toBe('PT409');
  });

  test('shows in a preview with the part of AI that it will have', async () => {
    const token = await call('create_preview', { kind: 'posts', record: post });
    const previewed = async () => (await call('read_preview', { token }, as.visitor)).row.ai;
    expect(await previewed()).toBe('generated');
    await saveDraft('Vom Menschen geprüft');
    await signed();
    expect(await previewed()).toBe('assisted');
  });
});
