import { beforeEach } from 'vitest';
import type { PolicyBackend } from './backend.ts';
import { promotion, release } from './calls.ts';

type Args = Readonly<Record<string, unknown>>;

/** A token of a kind that belongs to no team. */
export async function makeToken({ owner }: Pick<PolicyBackend, 'owner'>, kind: 'shell' | 'pictures' | 'sources') {
  const sql = "select shipping.make_token($1, null, '{}', null, 'test') as token";
  return (await owner.query<{ token: string }>(sql, [kind]))[0]?.token ?? '';
}

/** Calls of the registry, by default with the token of an operator that each test gets, for the remote mf-events. */
export function givenRegistry({ as, owner }: PolicyBackend) {
  let token = '';

  /** The token that an expression of SQL makes. */
  async function made(sql: string): Promise<string> {
    const [row] = await owner.query<{ token: string }>(`select ${sql} as token`);
    return row?.token ?? '';
  }
  /** With null: the session of an operator. */
  const call = (
    shown: string | null,
    name: string,
    args: Args = {},
    client = as[shown === null ? 'staff' : 'visitor'],
  ) => client.rpc(name, { token: shown, ...args });
  const publish = (version: string, more: Args = {}, shown: string | null = token, remote = 'mf-events') =>
    call(shown, 'publish_release', { release: release(remote, version, more) });
  const promote = (version: string, more: Args = {}, shown: string | null = token) =>
    call(shown, 'promote_release', { remote: 'mf-events', version, ...promotion, ...more });

  /** Publishes and promotes one version after the other. */
  async function ship(...versions: readonly string[]): Promise<void> {
    for (const version of versions) {
      await publish(version).throwOnError();
      await promote(version).throwOnError();
    }
  }
  beforeEach(async () => {
    token = await made('shipping.operator_token()');
  });
  return { made, operator: () => token, call, publish, promote, ship };
}
