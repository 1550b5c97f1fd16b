import { connect } from 'node:net';
import { z } from 'zod';
import type { Telling } from './announced.ts';
import { type Versions, versionsSchema } from './versions.ts';

const LONGEST_LINE = 16_384;
const ANSWER_MS = 1_000;

/** What a backend says, each a line of JSON. Not everything on a port is the backend, so nothing of it is believed unseen. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('versions'), id: z.int(), versions: versionsSchema }),
  /** The answer to `ask`: whatever was told before that was sent stands before it. */
  z.object({ kind: z.literal('here'), id: z.int() }),
]);

interface Events {
  /** Afterwards the backend is told that nothing older is used. */
  readonly onVersions: (versions: Versions) => void;
  /** Once, however it came about. */
  readonly onEnd: () => void;
}

export type Connection = ReturnType<typeof connectTo>;

/** Hands on each line of a text that comes in pieces; throws for one that is too long. */
function lineReader(take: (line: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new Error('a line without an end');
    for (const line of lines) take(line);
  };
}

/** A connection on which a backend tells of changes, before it acknowledges them. It ends at what is no message. */
export function connectTo({ port, secret }: Telling, { onVersions, onEnd }: Events) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const asked = new Map<number, (isHere: boolean) => void>();
  let lastId = 0;
  const say = (message: object) => socket.write(`${JSON.stringify(message)}\n`);

  function take(line: string): void {
    const message = messageSchema.parse(JSON.parse(line));
    if (message.kind === 'versions') {
      onVersions(message.versions);
      say({ kind: 'seen', id: message.id });
    } else {
      asked.get(message.id)?.(true);
    }
  }

  const read = lineReader(take);
  socket.setEncoding('utf8');
  socket.on('data', (piece: string) => {
    try {
      read(piece);
    } catch {
      socket.destroy();
    }
  });
  // A close follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const answer of asked.values()) answer(false);
    onEnd();
  });
  // The process ends without it.
  socket.unref();
  say({ kind: 'hello', secret });

  return {
    /** Whether the backend is there, and everything that it told before this was asked has come. */
    async ask(): Promise<boolean> {
      if (socket.destroyed) return false;
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      asked.set(id, resolve);
      const limit = setTimeout(resolve, ANSWER_MS, false);
      say({ kind: 'ask', id });
      const isHere = await promise;
      clearTimeout(limit);
      asked.delete(id);
      return isHere;
    },
  };
}
