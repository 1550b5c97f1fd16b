import type { PostgresError } from './database/postgrest-errors.ts';
import { Refusal, refusalResponse } from './http/refusal.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Words a database error as GoTrue does, where lite only says that the server failed: a trigger on accounts chooses
 * its status by the code `PTnnn`, and of two sign-ups at once the second learns that the address is taken.
 */
export function authErrorResponse(response: Response, { code, message }: PostgresError): Response {
  if (response.status !== 500) return response;
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  if (status) return refusalResponse(new Refusal(Number(status), 'unexpected_failure', message), 'auth');
  const refusal =
    code === UNIQUE_VIOLATION
      ? new Refusal(422, 'user_already_exists', 'User already registered')
      : new Refusal(500, 'unexpected_failure', 'Database error');
  return refusalResponse(refusal, 'auth');
}
