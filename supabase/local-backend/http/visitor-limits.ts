import type { Database } from '../database/database.ts';
import { filtersOf } from '../lite/filtered-requests.ts';
import { comparisonsIn } from '../lite/filters.ts';
import { ApiError } from './api-error.ts';

/** Reads from the database who is no visitor. A database without these tables has no staff and no tokens. */
export function callerRights(database: Pick<Database, 'query'>) {
  const exists = (sql: string, parameter: string) =>
    database.query(sql, [parameter]).then(
      (rows) => rows.length > 0,
      () => false,
    );
  return {
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

interface WithToken {
  /** As it came, with its body still to be read. */
  readonly request: Request;
  /** The token that the body begins with. */
  readonly token: string | undefined;
}

/** Reads no more of a body than its first part, which has the token. */
export async function withTokenRead(request: Request): Promise<WithToken> {
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
