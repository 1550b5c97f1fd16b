import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { givenBackend, type Role } from './testing/backend.ts';
import { type Claim, givenProgram } from './testing/jobs.ts';
import { givenRecords } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const backend = givenBackend({ isRestored: false });
const { as, owner } = backend;
const { add, contentVersions, restore, ...records } = givenRecords(backend);
const { claim, storePart, finish: finishJob, endClaims, token: sizer } = givenProgram(backend, 'size_picture');
let shell = '';

beforeAll(async () => {
  shell = await makeToken(backend, 'shell');
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
const call = (name: string, args: object, token = sizer()) => as.visitor.rpc(name, { token, ...args });
const sizeOf = (width: number) => ({ type: 'image/webp', width, height: 200, data: 'Ynl0ZXM=' });
const storeSize = (claimed: Claim | undefined, width = 320) => storePart(claimed, sizeOf(width));
const finish = (
  claimed: Claim | undefined,
  result: object = {
    type: 'image/png',
    width: 640,
    height: 400,
    bytes: 5,
    sizes: [{ type: 'image/webp', width: 320 }],
  },
) => finishJob(claimed, result);
const tidy = () => call('tidy_uploads', {});
const jobs = () => owner.query('select from private.jobs');

async function addSized(values: object = {}): Promise<string> {
  const picture = await addUpload(values);
  const [claimed] = await claim();
  await storeSize(claimed);
  await finish(claimed);
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
  const statuses = [await read(), await read('ki_false_token'), await read(sizer()), await read(shell)];
  expect(statuses).toEqual([400, 400, 200, 400]);
});

test('a picture is shown with its sizes when all are stored', async () => {
  const picture = await addPicture({ alt: 'Ein Raum', focus_x: 0.25 });
  expect(await shown(picture)).toEqual([]);
  await upload(picture);
  expect(await shown(picture)).toMatchObject([{ alt: 'Ein Raum', focus_x: 0.25, sizes: [], width: null }]);
  const [claimed] = await claim();
  expect(claimed).toMatchObject({ attempt: 1, input: { picture } });
  expect(await addressOf(picture)).toEqual({ type: null, hash: null });
  expect(await storeSize(claimed)).toBe(true);
  expect(await shown(picture)).toMatchObject([{ sizes: [] }]);
  expect(await addressOf(picture)).toMatchObject({ type: 'image/webp' });
  expect(await finish(claimed)).toBe(true);
  const sizes = [{ type: 'image/webp', width: 320, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }];
  expect(await shown(picture)).toMatchObject([{ width: 640, sizes }]);
  expect(await claim()).toEqual([]);
});

test('a failure that is final shows in the library, and nothing of the picture is shown', async () => {
  const picture = await addUpload();
  const failure = async () => (await records.stored('pictures', picture)).failure;
  const [first] = await claim();
  await finish(first, { failure: 'Broken.', isFinal: false });
  expect(await failure()).toBeNull();
  await endClaims();
  const [second] = await claim();
  await storeSize(second);
  await finish(second, { failure: 'Broken.', isFinal: true });
  expect([await failure(), await shown(picture), await addressOf(picture)]).toEqual(['Broken.', [], null]);
  expect(await jobs()).toEqual([]);
});

test('sizes that are made anew take the place of the old ones when all are there, and a failure leaves these', async () => {
  const picture = await addSized();
  const again = async () => {
    await owner.query("insert into private.jobs (kind, subject) values ('size_picture', $1)", [picture]);
    return (await claim())[0];
  };
  const widths = async () =>
    (await owner.query<{ width: number }>('select width from private.picture_sizes')).map(({ width }) => width);
  await finish(await again(), { failure: 'Broken.', isFinal: true });
  expect(await records.stored('pictures', picture)).toMatchObject({ failure: null, width: 640 });
  expect(await widths()).toEqual([320]);
  const claimed = await again();
  await storeSize(claimed, 480);
  expect(await widths()).toEqual([320, 480]);
  await finish(claimed, { type: 'image/gif', width: 900, height: 400, sizes: [{ type: 'image/webp', width: 480 }] });
  expect(await widths()).toEqual([480]);
});

test('a claim among 5,000 pictures, of which a thousand wait, reads few pages, and a look for orphans a few for each', async () => {
  const asReplica = (script: string) =>
    owner.execute(`set session_replication_role = replica; ${script}; set session_replication_role = origin`);
  onTestFinished(() => asReplica('delete from storage.objects; delete from private.jobs; delete from public.pictures'));
  await asReplica(`
    insert into public.pictures (title) select 'Kursraum' from generate_series(1, 5000);
    insert into public.trail (act, operation, relation, row_id, record_id, title)
    select gen_random_uuid(), 'insert', 'pictures', p.id, p.id, p.title from public.pictures p;
    insert into storage.objects (bucket_id, name, metadata)
    select 'pictures', p.id, '{"size": 5}' from public.pictures p;
    insert into private.jobs (kind, subject) select 'size_picture', p.id from public.pictures p limit 1000;
    analyze public.pictures, public.trail, storage.objects, private.jobs`);
  /** Pages of 8 kB that a statement reads. */
  const pagesOf = async (statement: string) => {
    const [row] = await owner.query<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) select ${statement}`,
    );
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = row?.['QUERY PLAN'][0].Plan ?? {};
    return hit + read;
  };
  expect(await pagesOf(`shipping.claim_jobs('${sizer()}', 'size_picture', 1)`)).toBeLessThan(2_000);
  expect(await pagesOf(`shipping.tidy_uploads('${sizer()}')`)).toBeLessThan(10 * 5_000);
});

test('a claim lasts while sizes are stored', async () => {
  await addUpload();
  const [claimed] = await claim();
  await owner.query("update private.jobs set due_at = now() + interval '1 second'");
  await storeSize(claimed);
  expect(await owner.query("select from private.jobs where due_at > now() + interval '2 minutes'")).toHaveLength(1);
});

test('programs of the release before claim, store sizes and finish with the picture in place of the job', async () => {
  const [picture, broken] = [await addUpload(), await addUpload()];
  const uploads = [picture, broken].map((one) => ({ picture: one, attempt: 1 }));
  expect((await call('claim_uploads', { most: 2 })).data).toEqual({ uploads, orphans: [] });
  const told = { picture, attempt: 1 };
  expect((await call('store_picture_size', { size: { ...told, ...sizeOf(320) } })).data).toBe(true);
  const facts = { type: 'image/png', width: 640, height: 400, bytes: 5, sizes: [{ type: 'image/webp', width: 320 }] };
  expect((await call('finish_upload', { result: { ...told, attempt: 2, ...facts } })).data).toBe(false);
  expect((await call('finish_upload', { result: { ...told, ...facts } })).data).toBe(true);
  const failed = { picture: broken, attempt: 1, failure: 'Broken.', isFinal: true };
  expect((await call('finish_upload', { result: failed })).data).toBe(true);
  expect(await shown(picture)).toMatchObject([{ width: 640, sizes: [{ width: 320 }] }]);
  expect(await records.stored('pictures', broken)).toMatchObject({ failure: 'Broken.' });
  expect((await call('claim_uploads', { most: 1 }, shell)).error?.code).toBe('42501');
});

test('an upload is removed 30 days after its picture', async () => {
  const picture = await addSized();
  const orphans = async () => (await tidy()).data;
  await records.remove('pictures', picture);
  expect(await orphans()).toEqual([]);
  const headers = { 'x-pictures-token': sizer(), 'content-type': 'application/json' };
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
  expect(await claim()).toMatchObject([{ input: { picture } }]);
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

test('pages with pictures get another version when the sizes of one are stored or fail, and not before', async () => {
  const version = async () => (await contentVersions()).pictures;
  const before = await version();
  await addUpload();
  expect(await version()).toBe(before);
  const [claimed] = await claim();
  await finish(claimed, { failure: 'Broken.', isFinal: true });
  const failed = await version();
  expect(failed).not.toBe(before);
  await addSized();
  expect(await version()).not.toBe(failed);
});

test('a file that is a size is not tidied with the copies', async () => {
  const filesAfterTidying = async () => {
    await tidy().throwOnError();
    return (await owner.query('select from private.picture_files')).length;
  };
  await addSized();
  expect(await filesAfterTidying()).toBe(1);
  await owner.execute('delete from public.pictures');
  expect(await filesAfterTidying()).toBe(0);
});
