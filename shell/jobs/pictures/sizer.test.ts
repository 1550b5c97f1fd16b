import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CALL_WITHIN_MS, overHttp } from '../../registry/registry.ts';
import { PATIENTLY, runProgram } from '../processes/testing/run-program.ts';
import { createDecoder, SIZE_WITHIN_MS } from './decode.ts';
import { sample } from './testing/samples.ts';
import { READ_WITHIN_MS } from './uploads.ts';

const { query, execute, kill, start, access } = runProgram({
  file: new URL('sizer.ts', import.meta.url),
  variable: 'PICTURES_TOKEN',
  kind: 'pictures',
});
let photo: Buffer;
beforeAll(async () => {
  const noise = { type: 'gaussian', sigma: 20 } as const;
  photo = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#8a4', noise } })
    .jpeg()
    .toBuffer();
});
beforeEach(() =>
  execute('delete from storage.objects; delete from public.pictures; delete from private.picture_files'),
);

async function addUpload(bytes: Buffer): Promise<string> {
  const [row] = await query<{ id: string }>("insert into public.pictures (title) values ('Kursraum') returning id");
  await query(
    `with stored as (insert into storage.objects (bucket_id, name) values ('pictures', $1) returning id)
     insert into storage.contents (object, bytes) select id, $2 from stored`,
    [row?.id, bytes],
  );
  return row?.id ?? '';
}

const begun = async () => (await query('select from private.jobs where attempts > 0')).length > 0;
const sizes = () =>
  query<{ content_type: string; width: number }>('select content_type, width from private.picture_sizes');
const pictureOf = async (id: string) => (await query('select * from public.pictures where id = $1', [id]))[0];

/** A claim ends after two minutes. */
const endClaims = () => query('update private.jobs set due_at = now()');

const orphans = () =>
  query(`select f.hash from private.picture_files f
    where not exists (select from private.picture_sizes s where s.hash = f.hash)`);

test('a process that is killed amid the sizes leaves nothing half, and the next one makes them all', async () => {
  const id = await addUpload(photo);
  for (const stored of [0, 3]) {
    const child = start();
    await vi.waitUntil(begun, PATIENTLY);
    await vi.waitUntil(async () => (await sizes()).length >= stored, PATIENTLY);
    await kill(child);
    expect(await pictureOf(id)).toMatchObject({ sized_at: null, failure: null });
    const address = [`/_pictures/${id}`];
    const shown = await query<{ sizes: unknown }>('select sizes from library_pictures($1)', [address]);
    expect(shown).toEqual([{ sizes: [] }]);
    await endClaims();
  }
  start();
  await vi.waitUntil(async () => Boolean((await pictureOf(id))?.sized_at), PATIENTLY);
  expect(await pictureOf(id)).toMatchObject({ width: 1600, height: 1000, content_type: 'image/jpeg', failure: null });
  expect(await sizes()).toHaveLength(12);
  expect(await orphans()).toEqual([]);
  expect(await query('select from private.jobs')).toEqual([]);
});

test('a claim outlives the longest file: until its first size is stored, and from each to the next', async () => {
  await addUpload(photo);
  await overHttp(access())('claim_jobs', { kind: 'size_picture', most: 1 });
  const [{ ms } = { ms: 0 }] = await query<{ ms: number }>(
    'select 1000 * extract(epoch from due_at - now())::float as ms from private.jobs',
  );
  expect(ms).toBeGreaterThan(READ_WITHIN_MS + SIZE_WITHIN_MS + CALL_WITHIN_MS);
  const parts: string[] = [];
  for await (const part of createDecoder()(photo)) parts.push(...Object.keys(part));
  expect(parts).toEqual([...Array(12).fill('size'), 'facts']);
});

test('sizes of a picture of another host are made from what was fetched, which stays', async () => {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    "insert into public.pictures (title, origin) values ('Bild', 'https://bilder.example/a.png') returning id",
  );
  const result = { type: 'image/png', width: 3, height: 2, data: sample('png').toString('base64') };
  await query('select private.copy_picture_done($1, $2::text::jsonb)', [id, JSON.stringify(result)]);
  start();
  await vi.waitUntil(async () => Boolean((await pictureOf(id))?.sized_at), PATIENTLY);
  expect(await pictureOf(id)).toMatchObject({ width: 3, height: 2, content_type: 'image/png', failure: null });
  expect((await sizes()).map(({ content_type }) => content_type).sort()).toEqual(['image/avif', 'image/webp']);
  expect(await orphans()).toEqual([{ hash: (await pictureOf(id))?.original }]);
});

test('a broken upload does not hold up others', async () => {
  const broken = await addUpload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(64)));
  const gone = await addUpload(photo);
  await query('delete from storage.objects where name = $1', [gone]);
  const whole = await addUpload(sample('png'));
  start();
  await vi.waitUntil(async () => Boolean((await pictureOf(whole))?.sized_at), PATIENTLY);
  await vi.waitUntil(async () => Boolean((await pictureOf(broken))?.failure), PATIENTLY);
  expect((await pictureOf(broken))?.failure).toBe('It is an SVG, which can run programs. Export it as PNG.');
  expect(await pictureOf(gone)).toMatchObject({ sized_at: null, failure: null });
});

test('the token neither adds nor changes an upload', async () => {
  const id = await addUpload(photo);
  const { supabase, token } = access();
  const send = (method: string, path: string, body: BodyInit, type = 'image/png') => {
    const headers = { apikey: supabase.key, 'x-pictures-token': token, 'content-type': type };
    return fetch(`${supabase.url}/storage/v1/object/${path}`, { method, headers, body });
  };
  const [other] = await query<{ id: string }>("insert into public.pictures (title) values ('Leer') returning id");
  expect((await send('POST', `pictures/${other?.id}`, new Uint8Array(sample('png')))).ok).toBe(false);
  const removing = await send('DELETE', 'pictures', JSON.stringify({ prefixes: [id] }), 'application/json');
  expect(await removing.json()).toEqual([]);
  expect(await query('select name from storage.objects')).toEqual([{ name: id }]);
});
