import { LRUCache } from 'lru-cache';
import type { Problem } from '../../src/remotes/problem.ts';
import { log } from '../log/log.ts';
import { countProblem } from '../metrics/metrics.ts';

const MAX_KNOWN = 1_000;
const SAME_PROBLEM_MS = 60 * 60 * 1_000;

export type SeenBy = 'server' | 'browser';
export type ProblemLog = ReturnType<typeof createProblemLog>;

/** One line, whatever a browser sent: nobody may write lines of their own into the log. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();

/** Writes each problem of a version of a remote once an hour, whoever sees it and however often. */
export function createProblemLog(write: typeof log = log) {
  const known = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: SAME_PROBLEM_MS });
  return ({ remote, version, phase, message }: Problem, seenBy: SeenBy): void => {
    countProblem(remote, phase, seenBy);
    const key = `${remote}@${version} ${phase}`;
    if (known.has(key)) return;
    known.set(key, true);
    const said = `remote ${remote}@${version} failed, phase ${phase}, seen by the ${seenBy}: ${oneLine(message)}`;
    write('error', 'remote_failed', { message: said, remote, version, phase, seenBy });
  };
}
