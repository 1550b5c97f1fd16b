import type { CDPSession } from 'playwright';

interface Asked {
  /** As DevTools name it: `Document`, `Script`, `Preflight`. */
  readonly type: string;
  /** Seconds of the browser's clock. */
  readonly start: number;
  end: number;
  /** On the wire, with headers. */
  bytes: number;
}

/** The most requests of which each began when the one before had ended. */
export function inARow(asked: readonly Pick<Asked, 'start' | 'end'>[]): number {
  const rows = new Map<Pick<Asked, 'start' | 'end'>, number>();
  for (const one of asked.toSorted((a, b) => a.start - b.start)) {
    const before = [...rows].filter(([{ end }]) => end <= one.start).map(([, row]) => row);
    rows.set(one, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...rows.values());
}

export type Requests = Awaited<ReturnType<typeof watchRequests>>;

/** Counts what a page asks for. */
export async function watchRequests(devtools: CDPSession) {
  const asked = new Map<string, Asked>();
  let changed = Date.now();
  const note = (id: string, what: Partial<Asked>) => {
    changed = Date.now();
    const one = asked.get(id);
    if (one) Object.assign(one, what);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, type = '', timestamp, request }) => {
    if (!request.url.startsWith('http')) return;
    changed = Date.now();
    asked.set(requestId, { type, start: timestamp, end: Number.POSITIVE_INFINITY, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, { end: timestamp, bytes: encodedDataLength }),
  );
  devtools.on('Network.loadingFailed', ({ requestId, timestamp }) => note(requestId, { end: timestamp }));
  await devtools.send('Network.enable');

  const all = () => [...asked.values()];
  return {
    /** Whether nothing is under way, and nothing was in the last so many milliseconds. */
    areQuiet: (milliseconds: number) =>
      Date.now() - changed > milliseconds && all().every(({ end }) => Number.isFinite(end)),
    /** Bytes that came so far, of one type or of all. */
    bytes: (type?: string) =>
      all().reduce((sum, one) => (type === undefined || one.type === type ? sum + one.bytes : sum), 0),
    inARow: () => inARow(all()),
  };
}
