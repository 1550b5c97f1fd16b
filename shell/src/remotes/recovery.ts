import type { Platform } from '@ki/shared/contract/registry.ts';
import { useEffect, useMemo, useState } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router-dom';
import { useShell } from '../app/shell-context.ts';
import { isBrowserOnly } from './owner.ts';
import {
  MAX_MESSAGE_LENGTH,
  messageOf,
  type Phase,
  phaseOfLoading,
  REPORTS_PATH,
  type RemoteFailure,
} from './remote-failure.ts';

const typedInto = new Set<Element>();

/** The value of these fields differs from their HTML only by input. */
const TYPED = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"])';

export function watchInput(): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED);
  for (const field of fields) if (field.value !== field.defaultValue) typedInto.add(field);
  addEventListener(
    'input',
    ({ target }) => {
      for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
      if (target instanceof Element) typedInto.add(target);
    },
    { capture: true, passive: true },
  );
}

/** Whether a `beforeunload` listener objects, as that of a form with unsaved input does. */
export const formAsksToStay = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** A form asks to stay, or a field has input. */
export function hasUnsavedInput(): boolean {
  return formAsksToStay() || [...typedInto].some((field) => field.isConnected);
}

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
function reloadFor(failure: RemoteFailure): void {
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

/** A page or 404 of the server can be read without code. */
async function isReadable(): Promise<boolean> {
  try {
    const { ok, status } = await fetch(location.href, {
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok || status === 404;
  } catch {
    return false;
  }
}

/** Reloads for replaced code while the server responds, unless input would be lost; `mayBeRead` allows its document. */
async function recoveryFor(failure: RemoteFailure, mayBeRead: boolean): Promise<Recovery> {
  const isReceived = await reportFailure(failure);
  if (!isReceived || failure.phase === 'render') return 'none';
  if (!wasReloadedFor(failure) && (failure.phase === 'chunk' || (await isReplaced(failure)))) {
    return hasUnsavedInput() ? 'offer-reload' : 'reload';
  }
  if (!mayBeRead || !(await isReadable())) return 'none';
  return hasUnsavedInput() ? 'offer-reload' : 'read';
}

export function useRecovery(failure: RemoteFailure | null): Recovery | null {
  const [found, setFound] = useState<{ failure: RemoteFailure; recovery: Recovery } | null>(null);
  const { isOfDocument, platform } = useShell();
  const { key } = useLocation();
  const mayBeRead = failure !== null && !isOfDocument(key) && !isBrowserOnly(platform.remotes[failure.remote]);
  const mayReload = failure !== null && failure.phase !== 'render';

  // The server is an external system: it receives the report and knows the live versions.
  useEffect(() => {
    if (!failure) return;
    if (!mayReload) {
      void reportFailure(failure);
      return;
    }
    let isCurrent = true;
    void recoveryFor(failure, mayBeRead).then((recovery) => {
      if (!isCurrent) return;
      if (recovery === 'reload') reloadFor(failure);
      else if (recovery === 'read') location.reload();
      else setFound({ failure, recovery });
    });
    return () => {
      isCurrent = false;
    };
  }, [failure, mayReload, mayBeRead]);

  if (!mayReload) return 'none';
  return found?.failure === failure ? found.recovery : null;
}

export function useRemoteFailure(error: unknown, otherwise: Phase): RemoteFailure | null {
  const { remotes } = useShell();
  const { pathname } = useLocation();
  return useMemo(() => {
    const remote = remotes.owner(pathname);
    if (!remote || isRouteErrorResponse(error)) return null;
    const phase = phaseOfLoading(error, otherwise);
    return { remote, version: remotes.versionOf(remote), phase, message: messageOf(error) };
  }, [remotes, pathname, error, otherwise]);
}
