import { BlockList, isIP } from 'node:net';

type Header = string | readonly string[] | null | undefined;

export type Proxies = ReturnType<typeof proxiesOf>;

const MAPPED = /^::ffff:(?=\d+\.)/i;
const RANGE = /^([^/]+)(?:\/(\d{1,3}))?$/;

export const PROXIES_FORM = 'addresses and ranges of proxies like 127.0.0.1,10.0.0.0/8, separated by commas';

function addressIn(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? [];
  return (inBrackets ?? beforePort ?? text).replace(/%.*$/, '').replace(MAPPED, '');
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function add(list: BlockList, text: string): boolean {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits ?? 0) > (version === 6 ? 128 : 32)) return false;
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
  return true;
}

function proxiesOf(list: BlockList) {
  const isListed = (address: string) => isIP(address) !== 0 && list.check(address, familyOf(address));
  return {
    areTrusted: (address = '') => isListed(addressIn(address)),
    clientOf(peer = '', forwardedFor: Header) {
      let client = addressIn(peer);
      // Each proxy appends its peer: the entries before the first untrusted one may be forged.
      const hops = String(forwardedFor ?? '').split(',');
      while (isListed(client) && hops.length > 0) {
        const before = addressIn(hops.pop()?.trim() ?? '');
        if (isIP(before) === 0) break;
        client = before;
      }
      return client;
    },
    isOverTls: (peer = '', forwardedProto: Header) =>
      isListed(addressIn(peer)) && /^https\b/i.test(String(forwardedProto ?? '')),
  };
}

/** The proxies of a setting: addresses and ranges, separated by commas; `null` when it has another form. */
export function proxiesIn(setting: string): Proxies | null {
  const list = new BlockList();
  const named = setting.split(',').map((text) => text.trim());
  return named.filter(Boolean).every((text) => add(list, text)) ? proxiesOf(list) : null;
}

export const NO_PROXIES = proxiesOf(new BlockList());
