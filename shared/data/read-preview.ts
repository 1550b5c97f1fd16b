import { z } from 'zod';
import type { PreviewAddress } from '../contract/preview.ts';
import type { Reader } from '../contract/reads.ts';
import { unwrap } from './errors.ts';

const previewSchema = z.object({
  relation: z.enum(['posts', 'pages', 'workshops', 'courses']),
  expires_at: z.string(),
  row: z.object({ id: z.string() }).catchall(z.unknown()),
});

export type StoredPreview = z.output<typeof previewSchema>;

/** `null` when the link has ended, as when there never was one. The token is in the body, which no log has. */
export async function readPreview(reader: Reader, { token, lesson }: PreviewAddress): Promise<StoredPreview | null> {
  const answer = await reader.rpc('read_preview', { token, ...(lesson !== null && { lesson }) });
  return previewSchema.nullable().parse(unwrap({ ...answer, data: [answer.data] })[0]);
}
