import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { load } from '../src/app/load.ts';

interface DataJob {
  readonly url: string;
  readonly remote: RemoteModule;
  readonly signal: AbortSignal;
}

/** A page's data as it travels to the shell: JSON, apart from what the shell has to know of it. */
export async function loadData({ url, ...job }: DataJob) {
  const loaded = await load({ url: new URL(url), ...job });
  if ('location' in loaded) return { data: loaded };
  const { loaderData, ...data } = loaded;
  return { data, bytes: Buffer.from(JSON.stringify(loaderData)) };
}
