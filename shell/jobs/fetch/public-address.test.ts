import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(
  Object.entries({
    'of this network': ['0.0.0.0', '0.1.2.3'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
    'of a provider': ['100.64.0.1'],
    'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
    reserved: ['192.0.0.1', '240.0.0.1', '4000::1', '::'],
    'for documentation': ['192.0.2.1', '2001:db8::1'],
    'for benchmarks': ['198.18.0.1'],
    'of a cloud': ['168.63.129.16', '::ffff:168.63.129.16'],
    'of many': ['224.0.0.1', '255.255.255.255', 'ff02::1'],
    'IPv4 inside of IPv6': ['::ffff:127.0.0.1', '::ffff:a00:1', '::7f00:1', '::ffff:0:127.0.0.1'],
    translated: ['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1'],
    none: ['localhost', ''],
  }),
)('an address that is %s is not public', (_kind, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test('the addresses of this machine are not public', () => {
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  expect(own.map(({ address }) => address).filter(isPublicAddress)).toEqual([]);
});
