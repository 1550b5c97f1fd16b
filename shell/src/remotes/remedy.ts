import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Problem } from './problem.ts';
import { reportProblem } from './report-problem.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

/** What to do about code that failed: load the document anew, for its code or to be read, offer that, or only say so. */
export type Remedy = 'reload' | 'read' | 'offer-reload' | 'none';

const ANSWER_WITHIN_MS = 3_000;

const mark = ({ remote, version }: Problem) => `reloaded-for ${remote}@${version}`;

/** Loads the document anew because of a problem. What cannot be noted is not done: it could be done again and again. */
export function reloadFor(problem: Problem): void {
  try {
    sessionStorage.setItem(mark(problem), 'yes');
  } catch {
    return;
  }
  location.reload();
}

function wasReloadedFor(problem: Problem): boolean {
  try {
    return sessionStorage.getItem(mark(problem)) !== null;
  } catch {
    return true;
  }
}

/** Whether a new document would come with another version of the remote. */
async function isReplaced({ remote, version }: Problem): Promise<boolean> {
  try {
    const response = await fetch('/platform.json', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { remotes } = (await response.json()) as Platform;
    return remotes[remote]?.version !== version;
  } catch {
    return false;
  }
}

const NOT_FOUND = 404;

/** Whether the server has this page, or says that there is none: to read that, no code is needed. */
async function isReadable(): Promise<boolean> {
  try {
    const { ok, status } = await fetch(location.href, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return ok || status === NOT_FOUND;
  } catch {
    return false;
  }
}

/**
 * Decides what helps. A lost chunk, and code whose version is no longer offered, lead to one new document for each
 * version, never to a second; not while the server is out of reach, and not over the head of somebody who typed.
 * Else a page that was gone to without its document, if it has one (`mayBeRead`), is read as that.
 */
export async function remedyFor(problem: Problem, mayBeRead: boolean): Promise<Remedy> {
  const heard = await reportProblem(problem);
  if (!heard || problem.phase === 'render') return 'none';
  if (!wasReloadedFor(problem) && (problem.phase === 'chunk' || (await isReplaced(problem)))) {
    return hasUnsavedInput() ? 'offer-reload' : 'reload';
  }
  if (!mayBeRead || !(await isReadable())) return 'none';
  return hasUnsavedInput() ? 'offer-reload' : 'read';
}
