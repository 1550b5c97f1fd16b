/** Reads and removes uploads of pictures in Supabase Storage, with a token that its policies know. */
import { MOST_BYTES } from '@ki/shared/contract/picture-file/formats.ts';
import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import type { DatabaseAccess } from '../../registry/registry.ts';

export const READ_WITHIN_MS = 30_000;

const headersOf = ({ supabase, token }: DatabaseAccess) => ({ apikey: supabase.key, 'x-pictures-token': token });

/** `null` when it is gone. */
export async function readUpload(access: DatabaseAccess, id: string): Promise<Buffer | null> {
  const response = await limitedFetch(
    `${access.supabase.url}/storage/v1/object/authenticated/pictures/${id}`,
    { headers: headersOf(access), signal: AbortSignal.timeout(READ_WITHIN_MS) },
    MOST_BYTES,
  );
  if (response.ok) return Buffer.from(await response.arrayBuffer());
  const answer = await response.text();
  if (/"statusCode":\s*"404"/.test(answer) || response.status === 404) return null;
  throw new Error(`the storage answered ${response.status}: ${answer.slice(0, 200)}`);
}

export async function removeUploads(access: DatabaseAccess, names: readonly string[]): Promise<void> {
  const response = await limitedFetch(`${access.supabase.url}/storage/v1/object/pictures`, {
    method: 'DELETE',
    headers: { ...headersOf(access), 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: names }),
    signal: AbortSignal.timeout(READ_WITHIN_MS),
  });
  if (!response.ok) throw new Error(`the storage answered ${response.status} to the removal of uploads`);
}
