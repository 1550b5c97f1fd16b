import { isIPv6 } from 'node:net';

interface Network {
  readonly name: string;
  /** How many times the limit of one client all clients of the network have together. */
  readonly times: number;
}

const GROUPS = 8;

function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  // An IPv4 address at the end takes the place of two groups.
  const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : GROUPS - before.length - width;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/** One customer has a whole /64 of IPv6, so that limits count networks and not addresses. A /48 has ten times as much. */
export function networksOf(client: string): readonly Network[] {
  if (!isIPv6(client)) return [{ name: client, times: 1 }];
  const groups = groupsOf(client);
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 10 },
  ];
}

/** The name under which a client's requests are counted and queued. */
export const clientName = (client: string): string => networksOf(client)[0]?.name ?? client;
