import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ifThere, writeDurably } from './files.ts';

/** From this share on, content is refused. */
export const FULL = 0.9;

const roomSchema = z.object({
  /** When it was measured, in milliseconds. */
  at: z.number(),
  /** The shares in use, from 0 to 1; null where there is no such disk. */
  quota: z.number(),
  disk: z.number().nullable(),
});

/** How full the embedded platform is, as its backend says it to the shells of its machine. */
export type Room = z.infer<typeof roomSchema>;

const fileIn = (dataDir: string) => join(dataDir, 'room.json');

/** A backend that ended says nothing. */
const TTL_MS = 60_000;

export const writeRoom = (dataDir: string, room: Room): Promise<void> =>
  writeDurably(fileIn(dataDir), `${JSON.stringify(room)}\n`);

/** Null without a backend that measured it in the last minute. */
export async function readRoom(dataDir: string): Promise<Room | null> {
  const text = await ifThere(readFile(fileIn(dataDir), 'utf8'));
  if (text === null) return null;
  const room = roomSchema.parse(JSON.parse(text));
  return Date.now() - room.at < TTL_MS ? room : null;
}
