import { beforeAll, beforeEach, expect, test } from 'vitest';
import { givenBackend, type Role } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;
const { add, contentVersions, restore, ...records } = givenRecords(backend);
let sizer = '';
let shell = '';

beforeAll(async () => {
  [sizer, shell] = [await makeToken(backend, 'pictures'), await makeToken(backend, 'shell')];
});
beforeEach(() =>
  owner.execute('delete from storage.objects; delete from public.pictures; update public.posts set picture = null'),
);

const OTHER = '90000000-0000-4000-8000-000000000009';
const REFUSED = { message: expect.stringContaining('row-level security') };

const addPicture = (values: object = {}) => add('pictures', { title: 'Kursraum', ...values });

/** As the embedded storage does. */
const upload = (name: string, role: Role = 'staff') => {
  const file = new Blob(['bytes'], { type: 'image/png' });
  return as[role].storage.from('pictures').upload(name, file, { contentType: 'image/png' });
};
async function addUpload(values: object = {}): Promise<string> {
  const picture = await addPicture(values);
  await upload(picture);
  return picture;
}

const send = (path: string, { headers, ...init }: RequestInit) =>
  backend.fetch(
    new Request(`http://backend.test${path}`, { ...init, headers: { apikey: backend.keys.publishable, ...headers } }),
  );
const call = (name: string, args: object, token = sizer) => as.visitor.rpc(name, { token, ...args });
const claim = (token = sizer) => call('claim_uploads', { most: 1 }, token);
const storeSize = async (picture: string, attempt = 1) => {
  const size = { picture, attempt, type: 'image/webp', width: 320, height: 200, data: 'Ynl0ZXM=' };
  return (await call('store_picture_size', { size })).data;
};
const finish = async (picture: string, more: object = { type: 'image/png', width: 640, height: 400, bytes: 5 }) =>
  (await call('finish_upload', { result: { picture, attempt: 1, ...more } })).data;
const tidy = () => call('tidy_uploads', {});
const endClaims = () => owner.query('update private.picture_claims set due_at = now()');

async function addSized(values: object = {}): Promise<string> {
  const picture = await addUpload(values);
  await claim();
  await storeSize(picture);
  await finish(picture);
  return picture;
}

const shown = async (id: string) =>
  (await as.visitor.rpc('library_pictures', { addresses: [`/_pictures/${id}`] })).data;

/** What a shell is told. */
const addressOf = async (picture: string) => (await call('find_library_picture', { picture }, shell)).data;

test('staff upload the file of a row, once', async () => {
  const picture = await addPicture();
  expect((await upload(picture)).error).toBeNull();
  expect((await upload(picture)).error).not.toBeNull();
});

test.each(['visitor', 'outsider'] as const)('a %s uploads nothing', async (role) => {
  expect((await upload(await addPicture(), role)).error).toMatchObject(REFUSED);
});

test('staff do not upload the file of a row that somebody else added', async () => {
  const picture = await addPicture();
  await owner.query('update private.owners set account = $1 where record = $2', [backend.outsider.id, picture]);
  expect((await upload(picture)).error).toMatchObject(REFUSED);
});

test.each([OTHER, 'logo.png', `${OTHER}/original`])('no file is stored without a row: %s', async (name) => {
  expect((await upload(name)).error).not.toBeNull();
});

test.each([
  ['image/svg+xml', 5, '415'],
  ['text/html', 5, '415'],
  ['application/octet-stream', 5, '415'],
  ['image/png', 20_000_001, '413'],
])('an upload of %s with %i bytes is refused by the limits of the bucket', async (type, bytes, statusCode) => {
  const picture = await addPicture();
  const bucket = as.staff.storage.from('pictures');
  const asForm = await bucket.upload(picture, new Blob([new Uint8Array(bytes)], { type }), { contentType: type });
  const asBody = await bucket.upload(picture, new Uint8Array(bytes), { contentType: type });
  expect([asForm.error, asBody.error]).toMatchObject([{ statusCode }, { statusCode }]);
  expect(await owner.query('select from storage.objects')).toEqual([]);
});

test('visitors and shells read no upload, the token of the sizes does', async () => {
  const address = `/storage/v1/object/authenticated/pictures/${await addUpload()}`;
  const read = async (token?: string) =>
    (await send(address, { headers: token ? { 'x-pictures-token': token } : {} })).status;
  const statuses = [await read(), await read('ki_false_token'), await read(sizer), await read(shell)];
  expect(statuses).toEqual([400, 400, 200, 400]);
});

test('a picture is shown with its sizes when all are stored', async () => {
  const picture = await addPicture({ alt: 'Ein Raum', focus_x: 0.25 });
  expect(await shown(picture)).toEqual([]);
  await upload(picture);
  expect(await shown(picture)).toMatchObject([{ alt: 'Ein Raum', focus_x: 0.25, sizes: [], width: null }]);
  expect((await claim()).data).toEqual({ uploads: [{ picture, attempt: 1 }], orphans: [] });
  expect(await addressOf(picture)).toEqual({ type: null, hash: null });
  expect(await storeSize(picture)).toBe(true);
  expect(await shown(picture)).toMatchObject([{ sizes: [] }]);
  expect(await addressOf(picture)).toMatchObject({ type: 'image/webp' });
  expect(await finish(picture)).toBe(true);
  const sizes = [{ type: 'image/webp', width: 320, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }];
  expect(await shown(picture)).toMatchObject([{ width: 640, sizes }]);
  expect((await claim()).data).toEqual({ uploads: [], orphans: [] });
});

test('no claim is given twice, and one that ended stores nothing', async () => {
  const picture = await addUpload();
  await claim();
  expect((await claim()).data).toMatchObject({ uploads: [] });
  await endClaims();
  expect((await claim()).data).toMatchObject({ uploads: [{ picture, attempt: 2 }] });
  expect(await storeSize(picture)).toBe(false);
});

test('a failure that is final shows in the library, another is tried again', async () => {
  const picture = await addUpload();
  const failure = async () => (await records.stored('pictures', picture)).failure;
  await claim();
  await finish(picture, { failure: 'Broken.', isFinal: false });
  expect(await failure()).toBeNull();
  await endClaims();
  await claim();
  await storeSize(picture, 2);
  await finish(picture, { attempt: 2, failure: 'Broken.', isFinal: true });
  expect([await failure(), await shown(picture), await addressOf(picture)]).toEqual(['Broken.', [], null]);
  expect(await owner.query('select from private.picture_claims')).toEqual([]);
});

test('a claim lasts while sizes are stored', async () => {
  const picture = await addUpload();
  await claim();
  await owner.query("update private.picture_claims set due_at = now() + interval '1 second'");
  await storeSize(picture);
  const lasting = "select from private.picture_claims where due_at > now() + interval '2 minutes'";
  expect(await owner.query(lasting)).toHaveLength(1);
});

test('the token of the sizes allows nothing else, and other tokens no sizes', async () => {
  const refused = [
    call('read_registry', { known: null }),
    call('claim_pictures', { most: 1, is_tidying: false }),
    claim(shell),
  ];
  for (const { error } of await Promise.all(refused)) expect(error?.code).toBe('42501');
  await owner.query("update shipping.deploy_tokens set revoked_at = now() where kind = 'pictures'");
  expect((await claim()).error?.code).toBe('42501');
  await owner.query("update shipping.deploy_tokens set revoked_at = null where kind = 'pictures'");
});

test('an upload is removed 30 days after its picture', async () => {
  const picture = await addSized();
  const orphans = async () => (await tidy()).data;
  await records.remove('pictures', picture);
  expect(await orphans()).toEqual([]);
  const headers = { 'x-pictures-token': sizer, 'content-type': 'application/json' };
  const body = JSON.stringify({ prefixes: [picture] });
  const removeFile = () => send('/storage/v1/object/pictures', { method: 'DELETE', headers, body });
  await removeFile();
  expect(await owner.query('select from storage.objects')).toHaveLength(1);
  await owner.query("update public.trail set happened_at = now() - interval '31 days' where row_id = $1", [picture]);
  expect(await orphans()).toEqual([picture]);
  await removeFile();
  expect(await owner.query('select from storage.contents')).toEqual([]);
});

test('a restored picture gets its sizes again', async () => {
  const picture = await addSized({ alt: 'Ein Raum' });
  await records.remove('pictures', picture);
  await restore(picture).throwOnError();
  expect((await claim()).data).toMatchObject({ uploads: [{ picture }] });
});

test('a row whose upload never came is deleted after an hour and leaves no trace in the trash', async () => {
  const picture = await addPicture();
  const rows = () => owner.query('select id from public.pictures union select record from private.owners');
  const before = await rows();
  await tidy();
  expect(await rows()).toEqual(before);
  await owner.query("update public.pictures set created_at = now() - interval '61 minutes'");
  await tidy();
  expect(await rows()).not.toContainEqual({ id: picture });
  expect((await records.trash()).map(({ row_id }) => row_id)).not.toContain(picture);
});

const use = (table: string, id: string, columns: object) => as.staff.from(table).update(columns).eq('id', id);
const inText = (picture: string) => ({ content: `![](/_pictures/${picture})` });
const asPicture = (picture: string) => ({ picture });

test.each<[string, string, string, (picture: string) => object]>([
  ['the picture of a post', 'posts', ids.publishedPost, asPicture],
  ['the picture of a scheduled post', 'posts', ids.scheduledPost, asPicture],
  ['the text of a post', 'posts', ids.publishedPost, inText],
  ['the picture of a workshop', 'workshops', ids.workshop, asPicture],
  ['the picture of a course', 'courses', ids.course, asPicture],
  ['a lesson', 'lessons', ids.lessonA, (picture) => ({ content: `![ ](</_pictures/${picture}>)` })],
])('nothing public uses a picture without an alternative text: %s', async (_, table, id, columns) => {
  const picture = await addPicture();
  const message = expect.stringContaining('"Kursraum" has no alternative text');
  expect((await use(table, id, columns(picture))).error).toMatchObject({ message });
  await use('pictures', picture, { is_decorative: true }).throwOnError();
  expect((await use(table, id, columns(picture))).error).toBeNull();
  const needed = { hint: 'alt', message: expect.stringContaining('needs an alternative text') };
  expect((await use('pictures', picture, { is_decorative: false })).error).toMatchObject(needed);
});

const inCode = (picture: string) => `\`\`\`md\n![](/_pictures/${picture})\n\`\`\``;

/** Every way in which a text names a picture. `…` stands for its id. */
const FORMS = {
  'a reference': '![][a]\n\n[a]: /_pictures/…',
  'a reference whose label is written otherwise': '![ ][Der  Plan]\n\n> [der plan]: </_pictures/…> "Titel"',
  'a reference, of which another one has a text': '![Ein Raum][a] ![][a]\n\n[a]: /_pictures/…',
  'a picture that ends a text without blanks':
    '![Plan](/_pictures/90000000-0000-4000-8000-000000000001)![](/_pictures/…)',
  'a text that nobody sees': '![&#32;\u200B](/_pictures/…)',
  'an escape': '![](\\/\\_pictures/…)',
  'an address with escapes': '![](/_pictures/%escaped%)',
  'an address with entities': '![](&#47;&lowbar;pictures&sol;%entities%)',
  'percent encoding': '![](/_pictures/%encoded%)',
  'an address of this site': '![](https://lernen.example/_pictures/…)',
  'a relative address': '![](../_pictures/…)',
  'an address with a part': '![](/_pictures/…#oben)',
  HTML: '<img src="/_pictures/…" alt="Ein Raum">',
  'an address by itself': 'Siehe <https://lernen.example/_pictures/…>.',
  'a link': '[Das Bild](/_pictures/…)',
  'a block of code': '```md\n![](/_pictures/…)\n```',
};
const escaped = (id: string) => id.replaceAll('-', '\\-');
const entities = (id: string) => `&#x${id.charCodeAt(0).toString(16)};${id.slice(1).replaceAll('-', '&#45;')}`;
const encoded = (id: string) =>
  id.replaceAll('-', '%2D').replace(/^./, (digit) => `%${digit.charCodeAt(0).toString(16)}`);
const written = (form: string, id: string) =>
  form
    .replaceAll('…', id)
    .replace('%escaped%', escaped(id))
    .replace('%entities%', entities(id))
    .replace('%encoded%', encoded(id));

test.each(Object.entries(FORMS))(
  'a picture without an alternative text is refused in public, and counted, in any form: %s',
  async (_form, text) => {
    const picture = await addPicture();
    const content = written(text, picture);
    const error = { code: 'PT400', hint: 'content', message: expect.stringContaining('![Beschreibung](/_pictures/') };
    expect((await use('posts', ids.publishedPost, { content })).error).toMatchObject(error);
    await use('posts', ids.draftPost, { content }).throwOnError();
    expect((await use('posts', ids.draftPost, { published_at: '2026-01-01T00:00:00Z' })).error).toMatchObject(error);
    const draft = [{ relation: 'posts', record_id: ids.draftPost, is_public: false }];
    expect(await records.call('picture_uses', { picture })).toMatchObject(draft);
    await records.givenDraft(ids.publishedPost, { content });
    expect(await records.call('picture_uses', { picture })).toHaveLength(2);
    await owner.execute('delete from public.drafts');
    await use('pictures', picture, { is_decorative: true }).throwOnError();
    expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
    expect((await use('pictures', picture, { is_decorative: false })).error).toMatchObject({ hint: 'alt' });
    await owner.query('update public.posts set content = $1', ['Text']);
  },
);

test.each([
  ['a reference with a text', '![Ein Raum][a] und [a][]\n\n[a]: /_pictures/…'],
  ['a reference whose label is the text', '![Ein Raum]\n\n[ein raum]: /_pictures/…'],
  ['brackets in the text', '![Raum [oben] \\]](/_pictures/…)![Raum](</_pictures/…> "Titel")'],
  ['a reference at an address of this site', '![Ein Raum][a]\n\n[a]: https://lernen.example/_pictures/…#oben'],
  ['a link around it', '[![Ein Raum](/_pictures/…)](/_pictures/…)'],
  ['a footnote', '![Ein Raum](/_pictures/…)[^1]\n\n[^1]: /_pictures/…, Foto'],
  ['a text at another address', '![Ein Raum](https://lernen.example/_pictures/…?w=1)'],
])('a picture whose text can be seen is public: %s', async (_form, text) => {
  const content = written(text, await addPicture());
  expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
});

test('pages use the text of the library at its own address only', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  const store = async (text: string) =>
    (await use('posts', ids.publishedPost, { content: written(text, picture) })).error;
  for (const text of [FORMS['a reference'], FORMS['an escape'], FORMS['a link'], inCode(picture)])
    expect(await store(text)).toBeNull();
  const message = expect.stringContaining('at this address');
  for (const text of [FORMS['a relative address'], FORMS['an address with a part'], '![][a]\n\n[a]: ../_pictures/…'])
    expect(await store(text)).toMatchObject({ hint: 'content', message });
});

test('a public row that is older than the rule is changed and mended, and gets no other picture without a text', async () => {
  const content = `[Der Plan](/_pictures/${await addPicture()})`;
  await owner.execute(
    `set session_replication_role = replica;
     update public.lessons set content = '${content}' where id in ('${ids.lessonA}', '${ids.lessonB}');
     update public.posts set content = '${content}' where id = '${ids.publishedPost}';
     set session_replication_role = origin`,
  );
  expect((await use('lessons', ids.lessonC, { title: 'Anders' })).error).toBeNull();
  expect((await use('lessons', ids.lessonA, { content: 'Ohne Bild' })).error).toBeNull();
  expect((await use('courses', ids.course, { title: 'Anders' })).error).toBeNull();
  expect((await use('posts', ids.publishedPost, { author: '' })).error).toBeNull();
  const changed = { content: `${content}!` };
  for (const [table, id] of [
    ['posts', ids.publishedPost],
    ['lessons', ids.lessonB],
  ] as const)
    expect((await use(table, id, changed)).error).toMatchObject({ hint: 'content' });
});

test.each([
  ['a draft post', 'posts', ids.draftPost],
  ['a course that is a draft', 'courses', ids.draftCourse],
])('%s may use a picture without an alternative text, until it is published', async (_, table, id) => {
  expect((await use(table, id, { picture: await addPicture({ id: OTHER }) })).error).toBeNull();
});

test('an alternative text in the text itself suffices, and a picture that is gone is none', async () => {
  const content = `![Ein Raum](/_pictures/${await addPicture()}) ![](/_pictures/${OTHER})`;
  expect((await use('posts', ids.publishedPost, { content })).error).toBeNull();
});

test('a course is not published while a lesson uses such a picture', async () => {
  await use('lessons', ids.lessonOfDraft, inText(await addPicture())).throwOnError();
  expect((await use('courses', ids.draftCourse, { is_published: true })).error).toMatchObject({ hint: 'content' });
});

test('staff read whether visitors see what uses a picture, now or from a time on', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  const [tomorrow, yesterday] = [1, -1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const uses = async () => {
    const found: { is_public: boolean; is_scheduled: boolean }[] = await records.call('picture_uses', { picture });
    return found.map(({ is_public, is_scheduled }) => (is_public ? 'public' : is_scheduled ? 'scheduled' : 'draft'));
  };
  await use('posts', ids.publishedPost, { picture, published_at: tomorrow }).throwOnError();
  const page = await records.givenPage({ content: `![Ein Raum](/_pictures/${picture})`, published_at: tomorrow });
  expect(await uses()).toEqual(['scheduled', 'scheduled']);
  // Whoever may change what is public is not asked later.
  expect((await use('pictures', picture, { alt: '' })).error).toMatchObject({ hint: 'alt' });
  await use('posts', ids.publishedPost, { published_at: yesterday }).throwOnError();
  expect(await uses()).toEqual(['public', 'scheduled']);
  await records.remove('pages', page);
  await use('posts', ids.publishedPost, { published_at: null }).throwOnError();
  expect(await uses()).toEqual(['draft']);
  await records.givenDraft(ids.workshop, { picture }, { kind: 'workshops' });
  await owner.query('update public.drafts set publish_at = $1 where record_id = $2', [tomorrow, ids.workshop]);
  expect(await uses()).toEqual(['scheduled', 'draft']);
  await owner.execute('delete from public.drafts');
  await use('posts', ids.publishedPost, { published_at: yesterday }).throwOnError();
});

test('staff read what uses a picture, drafts included', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  await use('posts', ids.publishedPost, { picture });
  await records.givenDraft(ids.workshop, { picture }, { kind: 'workshops' });
  expect(await records.call('picture_uses', { picture })).toMatchObject([
    { relation: 'posts', record_id: ids.publishedPost, is_public: true },
    { relation: 'workshops', record_id: ids.workshop, is_public: false, is_scheduled: false },
  ]);
});

test('pages with pictures get another version when the sizes of one are stored or fail, and not before', async () => {
  const version = async () => (await contentVersions()).pictures;
  const before = await version();
  const waiting = await addUpload();
  expect(await version()).toBe(before);
  await claim();
  await finish(waiting, { failure: 'Broken.', isFinal: true });
  const failed = await version();
  expect(failed).not.toBe(before);
  await addSized();
  expect(await version()).not.toBe(failed);
});

test('a file that is a size is not tidied with the copies', async () => {
  const filesAfterTidying = async () => {
    await call('claim_pictures', { most: 1, is_tidying: true }, shell);
    return (await owner.query('select from private.picture_files')).length;
  };
  await addSized();
  expect(await filesAfterTidying()).toBe(1);
  await owner.execute('delete from public.pictures');
  expect(await filesAfterTidying()).toBe(0);
});

test('a picture whose size is being stored is not given up at the end of its last claim', async () => {
  const picture = await addUpload();
  await owner.query('update private.picture_claims set attempts = 4, due_at = now()');
  let isClaimed = false;
  const { claiming } = await owner.transaction(async (storing) => {
    const size = { picture, attempt: 4, type: 'image/webp', width: 320, height: 200, data: 'Ynl0ZXM=' };
    await storing.query('select public.store_picture_size($1, ($2::text)::jsonb)', [sizer, JSON.stringify(size)]);
    const claiming = claim().then(() => {
      isClaimed = true;
    });
    const isWaiting = async () => (await owner.query('select from pg_locks where not granted')).length > 0;
    await expect.poll(async () => isClaimed || (await isWaiting())).toBe(true);
    return { claiming };
  });
  await claiming;
  expect(await owner.query('select failure from public.pictures where id = $1', [picture])).toEqual([
    { failure: null },
  ]);
  expect(await owner.query('select width from private.picture_sizes where picture = $1', [picture])).toEqual([
    { width: 320 },
  ]);
});
