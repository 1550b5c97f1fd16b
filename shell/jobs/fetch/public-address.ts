import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** All addresses of IPv6 that are given out. The library calls the rest, such as `::127.0.0.1`, unicast as well. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** Services of a cloud for its own machines, at addresses that are no special ones: Azure's host. */
const OF_CLOUDS = ['168.63.129.16'];

/** `::ffff:10.0.0.1` is 10.0.0.1. */
const plain = (address: string) => ipaddr.process(address);

function isOfThisMachine(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.some((entry) => plain(entry.address.split('%')[0] ?? '').toString() === address);
}

/** Whether an address is one of the internet, and neither special, nor translated to another, nor this machine's. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = plain(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GIVEN_OUT)) return false;
  return !OF_CLOUDS.includes(parsed.toString()) && !isOfThisMachine(parsed.toString());
}
