import { z } from 'zod';
import type { AsCaller, Caller, Session } from '../database/database.ts';
import { ApiError } from '../http/api-error.ts';
import { parseJson } from '../http/requests.ts';
import type { Claims } from '../http/tokens.ts';
import { isPostgresError } from '../lite/connection.ts';

/** The calls of Supabase Storage that the platform makes: upload, read, remove. Policies of storage.objects decide. */
export type Storage = (request: Request, claims: Sender | undefined) => Promise<Response>;

type Sender = Pick<Claims, 'role' | 'sub'>;

interface Place {
  readonly bucket: string;
  readonly name: string;
}

const UPLOAD = /^\/storage\/v1\/object\/([^/]+)\/(.+)$/;
const READ = /^\/storage\/v1\/object\/(?:authenticated\/)?([^/]+)\/(.+)$/;
const REMOVE = /^\/storage\/v1\/object\/([^/]+)$/;

/** The headers that a policy may read. */
const PASSED = ['x-pictures-token'];
const MOST_REMOVED = 1000;
const removalSchema = z.object({ prefixes: z.array(z.string()).max(MOST_REMOVED) });
const UNTYPED = 'application/octet-stream';

function callerOf({ headers }: Request, claims: Sender | undefined): Caller {
  const passed = [...headers].filter(([name]) => PASSED.includes(name));
  return { role: claims?.role ?? 'anon', uid: claims?.sub ?? '', headers: Object.fromEntries(passed) };
}

function placeIn(pathname: string, form: RegExp): Place | undefined {
  const [, bucket, name] = form.exec(pathname) ?? [];
  return bucket && name ? { bucket: decodeURIComponent(bucket), name: decodeURIComponent(name) } : undefined;
}

const notFound = () => new ApiError(404, 'not_found', 'Object not found');

const REFUSALS: Readonly<Record<string, (message: string) => ApiError>> = {
  '42501': () => new ApiError(403, 'Unauthorized', 'new row violates row-level security policy'),
  '23505': () => new ApiError(409, 'Duplicate', 'The resource already exists'),
  '23503': () => new ApiError(404, 'Bucket not found', 'Bucket not found'),
  PT413: () => new ApiError(413, 'Payload too large', 'The object exceeded the maximum allowed size'),
  PT415: () => new ApiError(415, 'invalid_mime_type', 'This type is not allowed in the bucket'),
  PT507: (message) => new ApiError(507, 'InsufficientStorage', message),
};

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw (isPostgresError(error) && REFUSALS[error.code]?.(error.message)) || error;
  }
}

const isForm = (type: string) => type.startsWith('multipart/form-data');

/** What headers say of the body; the file of a form has its type inside. */
function statedIn({ headers }: Request): object {
  const type = headers.get('content-type') ?? UNTYPED;
  return isForm(type) ? {} : { mimetype: type, size: Number(headers.get('content-length') ?? 0) };
}

/** The body as it is, or the file of a form, as supabase-js sends it. */
async function sentIn(request: Request) {
  const type = request.headers.get('content-type') ?? UNTYPED;
  if (!isForm(type)) return { bytes: Buffer.from(await request.arrayBuffer()), type };
  const file = [...(await request.formData()).values()].find((value) => typeof value !== 'string');
  if (!file) throw new ApiError(400, 'invalid_request', 'The form has no file');
  return { bytes: Buffer.from(await file.arrayBuffer()), type: file.type };
}

const insert = (query: Session['query'], { bucket, name }: Place, { uid }: Caller, metadata: object) =>
  query<{ id: string }>(
    'insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4::text::jsonb) returning id',
    [bucket, name, uid, JSON.stringify(metadata)],
  );

class Undone extends Error {}

export function createStorage(asCaller: AsCaller): Storage {
  /** Refuses before the body is read. */
  async function expectRight(place: Place, caller: Caller, metadata: object): Promise<void> {
    try {
      await asCaller(caller, async (query) => {
        await insert(query, place, caller, metadata);
        throw new Undone();
      });
    } catch (error) {
      if (!(error instanceof Undone)) throw error;
    }
  }

  async function upload(request: Request, place: Place, caller: Caller): Promise<Response> {
    await explained(() => expectRight(place, caller, statedIn(request)));
    const { bytes, type } = await sentIn(request);
    const id = await explained(() =>
      asCaller(caller, async (query) => {
        const [stored] = await insert(query, place, caller, { mimetype: type, size: bytes.length });
        if (!stored) throw notFound();
        await query('insert into storage.contents (object, bytes) values ($1, $2)', [stored.id, bytes]);
        return stored.id;
      }),
    );
    return Response.json({ Id: id, Key: `${place.bucket}/${place.name}` });
  }

  async function read({ bucket, name }: Place, caller: Caller): Promise<Response> {
    const [found] = await asCaller(caller, (query) =>
      query<{ bytes: Buffer; type: string | null }>(
        `select c.bytes, o.metadata ->> 'mimetype' as type
         from storage.objects o join storage.contents c on c.object = o.id where o.bucket_id = $1 and o.name = $2`,
        [bucket, name],
      ),
    );
    if (!found) throw notFound();
    return new Response(new Uint8Array(found.bytes), { headers: { 'content-type': found.type ?? UNTYPED } });
  }

  async function remove(request: Request, bucket: string, caller: Caller): Promise<Response> {
    const { success, data } = removalSchema.safeParse(parseJson(await request.text()));
    if (!success) throw new ApiError(400, 'invalid_request', `"prefixes" must be at most ${MOST_REMOVED} names`);
    const sql = 'delete from storage.objects where bucket_id = $1 and name = any ($2) returning id, bucket_id, name';
    return Response.json(await asCaller(caller, (query) => query(sql, [bucket, data.prefixes])));
  }

  return async (request, claims) => {
    const { pathname } = new URL(request.url);
    const caller = callerOf(request, claims);
    const place = placeIn(pathname, request.method === 'POST' ? UPLOAD : READ);
    const [, bucket] = REMOVE.exec(pathname) ?? [];
    if (request.method === 'POST' && place) return upload(request, place, caller);
    if (request.method === 'GET' && place) return read(place, caller);
    if (request.method === 'DELETE' && bucket) return remove(request, decodeURIComponent(bucket), caller);
    throw new ApiError(404, 'not_found', 'There is nothing at this path');
  };
}
