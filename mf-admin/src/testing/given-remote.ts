import type { UntypedClient } from '@ki/shared/data/clients.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { inject } from 'vitest';
import { asStaff } from '../kit/data/as-staff.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const file = (path: string) => ({ path, integrity });

/** A release without files, for transitions in the registry. */
const release = (name: string, version: string) => ({
  name,
  version,
  contract: 2,
  routes: [`/${name}`],
  staffOnly: false,
  entry: file('web/remoteEntry.js'),
  server: file('server/index.cjs'),
  manifest: file('web/mf-manifest.json'),
  chunks: {},
  singletons: {},
});

/** Calls a function of the registry with an operator's token, as the command line does. */
export async function callRegistry(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
  return asStaff(async (client: UntypedClient) => {
    const token = inject('backend').operatorToken;
    const { data } = await client.rpc(name, { token, ...args }).throwOnError();
    return data;
  });
}

const by = { author: '', reason: 'Probe' };

export const promoted = (remote: string, version: string) =>
  callRegistry('promote_release', { remote, version, ...by, origin: null, started_from: null });

export const rolledBack = (remote: string) => callRegistry('roll_back_remote', { remote, ...by });

/**
 * A remote for the running test: version 1 was live, 2 is live, 3 is published only. It is not removed, as the registry
 * deletes nothing.
 */
export async function givenRemote(): Promise<string> {
  const name = unique('mf-r');
  for (const version of ['1', '2', '3']) await callRegistry('publish_release', { release: release(name, version) });
  for (const version of ['1', '2']) await promoted(name, version);
  return name;
}
