import { unreachable } from './caller.ts';
import { Failure } from './failure.ts';

/** The failure for an error of the database: one that it words itself for people (`PT` and a status) passes on. */
export function refusedByDatabase({ code, message }: { code: string; message: string }): Failure {
  const [, status] = /^PT([45]\d\d)$/.exec(code) ?? [];
  return status ? new Failure(Number(status), message) : unreachable();
}
