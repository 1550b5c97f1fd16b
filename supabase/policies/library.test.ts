import { beforeAll, beforeEach, expect, test } from 'vitest';
import { givenBackend, type Role } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;
let sizer = '';
let shell = '';

beforeAll(async () => {
  const makeToken = async (kind: string) => {
    const [made] = await owner.query<{ token: string }>(
      "select shipping.make_token($1, null, '{}', null, 'test') as token",
      [kind],
    );
    return made?.token ?? '';
  };
  sizer = await makeToken('pictures');
  shell = await makeToken('shell');
});
beforeEach(() =>
  owner.execute('delete from storage.objects; delete from public.pictures; update public.posts set picture = null'),
);

const OTHER = '90000000-0000-4000-8000-000000000009';

async function addPicture(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { data, error } = await as.staff
    .from('pictures')
    .insert({ title: 'Kursraum', ...values })
    .select('id')
    .single();
  expect(error).toBeNull();
  return data?.id ?? '';
}

/** As the embedded storage does. */
const upload = (name: string, role: Role) =>
  as[role].storage
    .from('pictures')
    .upload(name, new Blob(['bytes'], { type: 'image/png' }), { contentType: 'image/png' });

const send = (path: string, init: RequestInit) =>
  backend.fetch(
    new Request(`http://backend.test${path}`, {
      ...init,
      headers: { apikey: backend.keys.publishable, ...init.headers },
    }),
  );

const call = (name: string, args: Readonly<Record<string, unknown>>, token = sizer) =>
  as.visitor.rpc(name as 'claim_uploads', { token, ...args } as never);

const size = (picture: string, more: Readonly<Record<string, unknown>> = {}) => ({
  size: { picture, attempt: 1, type: 'image/webp', width: 320, height: 200, data: 'Ynl0ZXM=', ...more },
});

async function addSized(values: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const picture = await addPicture(values);
  await upload(picture, 'staff');
  await call('claim_uploads', { most: 1 });
  await call('store_picture_size', size(picture));
  await call('finish_upload', {
    result: { picture, attempt: 1, type: 'image/png', width: 640, height: 400, bytes: 5 },
  });
  return picture;
}

const shown = async (id: string) =>
  (await as.visitor.rpc('library_pictures', { addresses: [`/_pictures/${id}`] })).data;

/** What a shell is told. */
const addressOf = async (picture: string) => (await call('find_library_picture', { picture }, shell)).data;

test('staff upload the file of a row, once', async () => {
  const picture = await addPicture();
  expect((await upload(picture, 'staff')).error).toBeNull();
  expect((await upload(picture, 'staff')).error).not.toBeNull();
});

test.each(['visitor', 'outsider'] as const)('a %s uploads nothing', async (role) => {
  const picture = await addPicture();
  expect((await upload(picture, role)).error).toMatchObject({ message: expect.stringContaining('row-level security') });
});

test('staff do not upload the file of a row that somebody else added', async () => {
  const picture = await addPicture();
  await owner.query('update private.owners set account = $1 where record = $2', [backend.outsider.id, picture]);
  expect((await upload(picture, 'staff')).error).toMatchObject({
    message: expect.stringContaining('row-level security'),
  });
});

test.each([OTHER, 'logo.png', `${OTHER}/original`])('no file is stored without a row: %s', async (name) => {
  expect((await upload(name, 'staff')).error).not.toBeNull();
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
  const picture = await addPicture();
  await upload(picture, 'staff');
  const read = async (token?: string) => {
    const address = `/storage/v1/object/authenticated/pictures/${picture}`;
    return (await send(address, { headers: token ? { 'x-pictures-token': token } : {} })).status;
  };
  expect(await read()).toBe(400);
  expect(await read('ki_false_token')).toBe(400);
  expect(await read(sizer)).toBe(200);
  expect(await read(shell)).toBe(400);
});

test('a picture is shown with its sizes when all are stored', async () => {
  const picture = await addPicture({ alt: 'Ein Raum', focus_x: 0.25 });
  expect(await shown(picture)).toEqual([]);
  await upload(picture, 'staff');
  expect(await shown(picture)).toMatchObject([{ alt: 'Ein Raum', focus_x: 0.25, sizes: [], width: null }]);
  expect((await call('claim_uploads', { most: 5 })).data).toEqual({ uploads: [{ picture, attempt: 1 }], orphans: [] });
  expect(await addressOf(picture)).toEqual({ type: null, hash: null });
  expect((await call('store_picture_size', size(picture))).data).toBe(true);
  expect(await shown(picture)).toMatchObject([{ sizes: [] }]);
  expect(await addressOf(picture)).toMatchObject({ type: 'image/webp' });
  const result = { picture, attempt: 1, type: 'image/png', width: 640, height: 400, bytes: 5 };
  expect((await call('finish_upload', { result })).data).toBe(true);
  expect(await shown(picture)).toMatchObject([
    {
      width: 640,
      height: 400,
      sizes: [{ type: 'image/webp', width: 320, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    },
  ]);
  expect((await call('claim_uploads', { most: 5 })).data).toEqual({ uploads: [], orphans: [] });
});

test('no claim is given twice, and one that ended stores nothing', async () => {
  const picture = await addPicture();
  await upload(picture, 'staff');
  await call('claim_uploads', { most: 1 });
  expect((await call('claim_uploads', { most: 1 })).data).toMatchObject({ uploads: [] });
  await owner.query('update private.picture_claims set due_at = now()');
  expect((await call('claim_uploads', { most: 1 })).data).toMatchObject({ uploads: [{ picture, attempt: 2 }] });
  expect((await call('store_picture_size', size(picture))).data).toBe(false);
});

test('a failure that is final shows in the library, another is tried again', async () => {
  const picture = await addPicture();
  await upload(picture, 'staff');
  const failure = async () => (await as.staff.from('pictures').select('failure').single()).data?.failure;
  await call('claim_uploads', { most: 1 });
  await call('finish_upload', { result: { picture, attempt: 1, failure: 'Broken.', isFinal: false } });
  expect(await failure()).toBeNull();
  await owner.query('update private.picture_claims set due_at = now()');
  await call('claim_uploads', { most: 1 });
  await call('store_picture_size', size(picture, { attempt: 2 }));
  await call('finish_upload', { result: { picture, attempt: 2, failure: 'Broken.', isFinal: true } });
  expect(await failure()).toBe('Broken.');
  expect(await shown(picture)).toEqual([]);
  expect(await addressOf(picture)).toBeNull();
  expect(await owner.query('select from private.picture_claims')).toEqual([]);
});

test('a claim lasts while sizes are stored', async () => {
  const picture = await addPicture();
  await upload(picture, 'staff');
  await call('claim_uploads', { most: 1 });
  await owner.query("update private.picture_claims set due_at = now() + interval '1 second'");
  await call('store_picture_size', size(picture));
  const [claim] = await owner.query(
    "select due_at > now() + interval '2 minutes' as lasts from private.picture_claims",
  );
  expect(claim).toEqual({ lasts: true });
});

test('the token of the sizes allows nothing else, and other tokens no sizes', async () => {
  expect((await call('read_registry', { known: null })).error?.code).toBe('42501');
  expect((await call('claim_pictures', { most: 1, is_tidying: false })).error?.code).toBe('42501');
  expect((await call('claim_uploads', { most: 1 }, shell)).error?.code).toBe('42501');
  await owner.query("update shipping.deploy_tokens set revoked_at = now() where kind = 'pictures'");
  expect((await call('claim_uploads', { most: 1 })).error?.code).toBe('42501');
  await owner.query("update shipping.deploy_tokens set revoked_at = null where kind = 'pictures'");
});

test('an upload is removed 30 days after its picture', async () => {
  const picture = await addSized();
  const orphans = async () => (await call('tidy_uploads', {})).data;
  await as.staff.from('pictures').delete().eq('id', picture);
  expect(await orphans()).toEqual([]);
  const remove = () =>
    send('/storage/v1/object/pictures', {
      method: 'DELETE',
      headers: { 'x-pictures-token': sizer, 'content-type': 'application/json' },
      body: JSON.stringify({ prefixes: [picture] }),
    });
  await remove();
  expect(await owner.query('select from storage.objects')).toHaveLength(1);
  await owner.query("update public.trail set happened_at = now() - interval '31 days' where row_id = $1", [picture]);
  expect(await orphans()).toEqual([picture]);
  await remove();
  expect(await owner.query('select from storage.contents')).toEqual([]);
});

test('a restored picture gets its sizes again', async () => {
  const picture = await addSized({ alt: 'Ein Raum' });
  await as.staff.from('pictures').delete().eq('id', picture);
  expect((await as.staff.rpc('restore_deleted', { deleted: picture })).error).toBeNull();
  expect((await call('claim_uploads', { most: 1 })).data).toMatchObject({ uploads: [{ picture }] });
});

test('a row whose upload never came is deleted after an hour and leaves no trace in the trash', async () => {
  const picture = await addPicture();
  await call('tidy_uploads', {});
  expect(await owner.query('select from public.pictures')).toHaveLength(1);
  await owner.query("update public.pictures set created_at = now() - interval '61 minutes'");
  await call('tidy_uploads', {});
  expect(await owner.query('select from public.pictures')).toEqual([]);
  expect(await owner.query('select from private.owners where record = $1', [picture])).toEqual([]);
  expect((await as.staff.rpc('trash')).data?.map((row: { row_id: string }) => row.row_id)).not.toContain(picture);
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

test('staff read what uses a picture, drafts included; others do not', async () => {
  const picture = await addPicture({ alt: 'Ein Raum' });
  await use('posts', ids.publishedPost, { picture });
  await as.staff.rpc('save_draft', { kind: 'workshops', record: ids.workshop, columns: { picture } });
  expect((await as.staff.rpc('picture_uses', { picture })).data).toMatchObject([
    { relation: 'posts', record_id: ids.publishedPost, is_public: true },
    { relation: 'workshops', record_id: ids.workshop, is_public: false },
  ]);
  expect((await as.outsider.rpc('picture_uses', { picture })).error?.code).toBe('42501');
});

test('pages with pictures get another version when the sizes of one are stored or fail, and not before', async () => {
  const version = async () => (await as.visitor.rpc('content_versions')).data.pictures;
  const before = await version();
  const waiting = await addPicture();
  await upload(waiting, 'staff');
  expect(await version()).toBe(before);
  await call('claim_uploads', { most: 1 });
  await call('finish_upload', { result: { picture: waiting, attempt: 1, failure: 'Broken.', isFinal: true } });
  const failed = await version();
  expect(failed).not.toBe(before);
  await addSized();
  expect(await version()).not.toBe(failed);
});

test('a file that is a size is not tidied with the copies', async () => {
  await addSized();
  await call('claim_pictures', { most: 1, is_tidying: true }, shell);
  expect(await owner.query('select from private.picture_files')).toHaveLength(1);
  await owner.execute('delete from public.pictures');
  await call('claim_pictures', { most: 1, is_tidying: true }, shell);
  expect(await owner.query('select from private.picture_files')).toEqual([]);
});
