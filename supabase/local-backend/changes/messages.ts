import type { Socket } from 'node:net';
import { z } from 'zod';

/** What a client may say, each on a line of its own. */
const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), secret: z.string() }),
  z.object({ kind: z.literal('ask'), id: z.number() }),
  z.object({ kind: z.literal('seen'), id: z.number() }),
]);

export type Message = z.infer<typeof messageSchema>;

/** Characters of the longest line that is read. */
const LONGEST = 4096;

/** Calls back with each message that a socket sends, and ends it at the first that is none. */
export function readMessages(socket: Socket, onMessage: (message: Message) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parsed(line);
      if (message && !socket.destroyed) onMessage(message);
      else socket.destroy();
    }
    if (rest.length > LONGEST) socket.destroy();
  });
}

function parsed(line: string): Message | null {
  if (line.length > LONGEST) return null;
  try {
    return messageSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

export const sendMessage = (socket: Socket, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
