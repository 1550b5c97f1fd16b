import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import type { Release } from '../registry/schema.ts';
import type { Store } from '../registry/store/store.ts';
import type { Bundle } from '../server/render/messages.ts';

const FETCH_MS = 10_000;

async function fetched({ version, server }: Release, origin: string): Promise<Buffer> {
  const url = `${origin.replace(/\/$/, '')}/${version}/${server.path}`;
  const response = await limitedFetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * The server bundle of a release, from the store, or from its public origin where the store does not have it. Throws when it
 * is in neither or does not have the stated hash.
 */
export async function bundleOf(store: Store, release: Release, origin?: string): Promise<Bundle> {
  const { name, version, contract, server } = release;
  const code = (await store.read(name, version, server.path)) ?? (origin && (await fetched(release, origin)));
  if (!code) throw new Error(`${name}@${version} has no ${server.path} in ${store.place}`);
  if (integrityOf(code) !== server.integrity) throw new Error('the bundle does not have the stated hash');
  return { name, version, contract, code };
}
