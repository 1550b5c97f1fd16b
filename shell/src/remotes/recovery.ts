import type { Platform } from '@ki/shared/contract/registry.ts';
import { MAX_MESSAGE_LENGTH, REPORTS_PATH, type RemoteFailure } from './remote-failure.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const TIMEOUT_MS = 3_000;
/** The server tries twice to fetch the file that failed, for four seconds each, before it responds. */
const REPORT_TIMEOUT_MS = 10_000;

const reported = new Map<string, Promise<boolean>>();

async function send(failure: RemoteFailure): Promise<boolean> {
  try {
    const response = await fetch(REPORTS_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...failure, message: failure.message.slice(0, MAX_MESSAGE_LENGTH) }),
      keepalive: true,
      signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}

export function reportFailure(failure: RemoteFailure): Promise<boolean> {
  const key = `${failure.remote}@${failure.version} ${failure.phase}`;
  const received = reported.get(key) ?? send(failure);
  reported.set(key, received);
  return received;
}

export type Recovery = 'reload' | 'read' | 'offer-reload' | 'none';

const mark = ({ remote, version }: RemoteFailure) => `reloaded-for ${remote}@${version}`;

/** Reloads once for each version. Without session storage it could reload for ever, so it does not. */
export function reloadFor(failure: RemoteFailure): void {
  try {
    sessionStorage.setItem(mark(failure), 'yes');
  } catch {
    return;
  }
  location.reload();
}

function wasReloadedFor(failure: RemoteFailure): boolean {
  try {
    return sessionStorage.getItem(mark(failure)) !== null;
  } catch {
    return true;
  }
}

async function isReplaced({ remote, version }: RemoteFailure): Promise<boolean> {
  try {
    const response = await fetch('/platform.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { remotes } = (await response.json()) as Platform;
    return remotes[remote]?.version !== version;
  } catch {
    return false;
  }
}

const NOT_FOUND = 404;

/** A page or 404 of the server can be read without code. */
async function isReadable(): Promise<boolean> {
  try {
    const { ok, status } = await fetch(location.href, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok || status === NOT_FOUND;
  } catch {
    return false;
  }
}

/** Reloads for replaced code while the server responds, unless input would be lost; `mayBeRead` allows its document. */
export async function recoveryFor(failure: RemoteFailure, mayBeRead: boolean): Promise<Recovery> {
  const isReceived = await reportFailure(failure);
  if (!isReceived || failure.phase === 'render') return 'none';
  if (!wasReloadedFor(failure) && (failure.phase === 'chunk' || (await isReplaced(failure)))) {
    return hasUnsavedInput() ? 'offer-reload' : 'reload';
  }
  if (!mayBeRead || !(await isReadable())) return 'none';
  return hasUnsavedInput() ? 'offer-reload' : 'read';
}
