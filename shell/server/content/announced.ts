import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const announcementSchema = z.object({
  url: z.string(),
  changes: z.object({ port: z.int().min(1).max(65_535), secret: z.string() }),
});

/** Where a backend on this machine tells of changes, and the secret by which it knows who may hear of them. */
export type Telling = z.infer<typeof announcementSchema>['changes'];

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Where the backend that runs on a data folder tells of changes; `null` when none runs there, or not at this address. */
export async function announcedTelling(dataDir: string, supabaseUrl: string): Promise<Telling | null> {
  const text = await readFile(path.join(dataDir, 'backend.json'), 'utf8').catch(() => 'null');
  const { success, data } = announcementSchema.safeParse(parsed(text));
  return success && data.url.replace(/\/$/, '') === supabaseUrl ? data.changes : null;
}
