import { integrityOf } from '@ki/shared/process/hash.ts';
import type { ReleaseFile } from '../../registry/schema.ts';
import type { LiveRemote } from '../lineup/lineup.ts';
import { countLoad } from '../metrics/metrics.ts';

const TIMEOUT_MS = 4_000;

async function fetchVerified({ address }: LiveRemote, file: ReleaseFile): Promise<Buffer> {
  const url = address(file);
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const content = Buffer.from(await response.arrayBuffer());
  if (integrityOf(content) !== file.integrity)
    throw new Error(`${url} does not have the hash that the registry states`);
  return content;
}

/** The content of a published file. Rejects when it cannot be had in time or is not what the registry states. */
export async function verifiedFile(remote: LiveRemote, file: ReleaseFile): Promise<Buffer> {
  const { name } = remote.release;
  try {
    const content = await fetchVerified(remote, file);
    countLoad(name, true);
    return content;
  } catch (error) {
    countLoad(name, false);
    throw error;
  }
}
