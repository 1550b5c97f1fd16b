import { clientName } from '@ki/shared/http/rate-limit.ts';
import { FairQueue } from '@ki/shared/process/fair-queue.ts';
import { bodyLimit } from 'hono/body-limit';
import type { Database } from '../database/database.ts';
import { filtersOf } from '../lite/filtered-requests.ts';
import { comparisonsIn } from '../lite/filters.ts';
import { isOfVisitor } from '../lite/visitors.ts';
import { ApiError, type Service } from './api-error.ts';
import type { Claims } from './tokens.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
/** Forms of visitors are short. Pages ask for the copies of 200 pictures at once, each with an address of up to 2 kB. */
export const MOST_OF_VISITORS = 64 * KILOBYTE;
export const MOST_OF_PAGES = 512 * KILOBYTE;

/** A copy or a size of a picture has up to 10 MB, as base64 up to 14. Shells of the release before call the last two. */
export function mostBytes(service: Service, path: string): number {
  if (/^\/rest\/v1\/rpc\/(?:finish_job|store_part|store_picture|store_picture_size)$/.test(path)) return 14 * MEGABYTE;
  if (service === 'storage') return 20 * MEGABYTE;
  return (service === 'functions' ? 10 : 1) * MEGABYTE;
}

export function limitedTo(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      const size = bytes < MEGABYTE ? `${bytes / KILOBYTE} kB` : `${bytes / MEGABYTE} MB`;
      const message = `The request body is larger than ${size}.`;
      throw new ApiError(413, 'request_too_large', message);
    },
  });
}

/** Fewer than the connections for requests, so that visitors leave some to staff. */
const FOR_VISITORS = { atOnce: 7, waiting: 1000, waitMs: 10_000 };
/** In a line of visitors. */
const FOR_LINE = 4;
/** The same the other way round: an account whose statements are slow takes no page from visitors. */
const FOR_STAFF = { atOnce: 9, waiting: 1000, waitMs: 10_000 };

const overCapacity = () =>
  new ApiError(503, 'over_capacity', 'Too many requests at once; try again in a moment', { 'retry-after': '1' });

interface Sender {
  readonly isStaff: boolean;
  readonly claims: Claims | undefined;
  readonly address: string;
  /** Whether it is of this machine, as those of the shell are, which reads as a visitor. */
  readonly isOfMachine: boolean;
  readonly path: string;
  readonly signal: AbortSignal;
}

/** Visitors and accounts without rights queue by client, requests of this machine by path. */
const lineOf = ({ address, isOfMachine, path }: Sender): string => (isOfMachine ? path : clientName(address));

/** Visitors and staff leave connections to each other, and so do the lines of visitors; their statements have less time. */
export function createTurns() {
  const visitors = new FairQueue({ ...FOR_VISITORS, forClient: FOR_LINE }, overCapacity);
  const staff = new FairQueue(FOR_STAFF, overCapacity);
  return (call: () => Promise<Response>, sender: Sender): Promise<Response> => {
    const { isStaff, claims, signal } = sender;
    if (isStaff) return staff.run(() => isOfVisitor.run(false, call), { client: claims?.sub ?? 'service', signal });
    return visitors.run(() => isOfVisitor.run(true, call), { client: lineOf(sender), signal });
  };
}

/** Reads from the database who is no visitor, and whose password must be strong. A database without these tables has no staff and no tokens. */
export function callerRights(database: Pick<Database, 'query'>) {
  const exists = (sql: string, parameter: string) =>
    database.query(sql, [parameter]).then(
      (rows) => rows.length > 0,
      () => false,
    );
  return {
    wantsStrongPassword: async (address: string | null, account: string | null): Promise<boolean> => {
      const sql = 'select private.wants_strong_password($1, $2) as wanted';
      const [row] = await database.query<{ wanted: boolean }>(sql, [address, account]);
      return row?.wanted === true;
    },
    isStaff: (account: string) => exists('select from private.staff where user_id = $1', account),
    /** Whether it is a deploy token in force. */
    isDeployToken: (token: string) =>
      exists(
        `select from shipping.deploy_tokens where hash = sha256(convert_to($1, 'UTF8'))
         and revoked_at is null and (expires_at is null or expires_at > now())`,
        token,
      ),
  };
}

/** What `containing` of the shared code writes: letters, numbers, blanks and code points. It needs no backtracking. */
const LITERAL = /^(?:[\p{L}\p{N} ]|\\U[\da-f]{8})*$/iu;

const REGULAR_EXPRESSIONS = new Set(['match', 'imatch']);

/** Refuses regular expressions, one of which may take a connection for the whole time of a statement. */
export function requireCheapFilters(request: Request): void {
  const comparisons = filtersOf(request).filters.flatMap(({ condition }) => comparisonsIn(condition));
  for (const { operator, value } of comparisons) {
    if (!REGULAR_EXPRESSIONS.has(operator) || LITERAL.test(String(value))) continue;
    throw new ApiError(403, '42501', 'Filters by regular expressions are for staff.');
  }
}

/** The names of arguments come before their values, and clients of the registry send the token first. */
const TOKEN = /^\s*\{\s*"token"\s*:\s*"([\w-]{1,200})"/;
const LONGEST_START = 300;

/** Reads no more of a body than its first part, which has the token; the request comes back with its body still to be read. */
export async function withTokenRead(request: Request) {
  if (!request.body) return { request, token: undefined };
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let text = '';
  while (text.length < LONGEST_START) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    text += Buffer.from(value).toString('latin1', 0, LONGEST_START);
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = parts.shift() ?? (await reader.read()).value;
      if (next) controller.enqueue(next);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const [, token] = TOKEN.exec(text) ?? [];
  return { request: new Request(request, { body, duplex: 'half' } as RequestInit), token };
}
