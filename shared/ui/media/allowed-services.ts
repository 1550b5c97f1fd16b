import { useSyncExternalStore } from 'react';

/** The services that may send their videos, separated by blanks; the browser forgets them with its tab. */
const KEY = 'video-services';

const listeners = new Set<() => void>();
/** Replaces a storage that the browser refuses. */
let fallback: readonly string[] = [];

function allowed(): readonly string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return fallback;
  }
}

export function allowService(service: string, isAllowed: boolean): void {
  const others = allowed().filter((one) => one !== service && one !== '');
  const services = isAllowed ? [...others, service] : others;
  try {
    sessionStorage.setItem(KEY, services.join(' '));
  } catch {
    fallback = services;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a press allowed this service earlier in the visit; never on the server and until hydration. */
export const useIsAllowed = (service: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => allowed().includes(service),
    () => false,
  );
