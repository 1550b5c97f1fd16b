import { BlockList, isIP } from 'node:net';

/**
 * Whose word counts about where a request comes from.
 * @typedef {object} Proxies
 * @property {(address: string | undefined) => boolean} areTrusted whether the one with this address is among them
 * @property {(peer: string | undefined, forwardedFor: string | readonly string[] | null | undefined) => string} clientOf
 *   the address of who asked, from the connection's other end and the request's `x-forwarded-for`
 * @property {(peer: string | undefined, forwardedProto: string | readonly string[] | null | undefined) => boolean} isOverTls
 *   whether a trusted proxy says, by `x-forwarded-proto`, that it was asked over TLS
 */

const MAPPED = /^::ffff:(?=\d+\.)/i;
const RANGE = /^([^/]+)(?:\/(\d{1,3}))?$/;

/** What a setting of proxies looks like. */
export const PROXIES_FORM = 'addresses and ranges of proxies like 127.0.0.1,10.0.0.0/8, separated by commas';

/** An address as it is compared: without port, brackets or zone, and IPv4 as such. @param {string} text */
function addressIn(text) {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, beforePort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? [];
  return (inBrackets ?? beforePort ?? text).replace(/%.*$/, '').replace(MAPPED, '');
}

/** @param {string} address */
const familyOf = (address) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Adds one address or range. @param {BlockList} list @param {string} text @returns {boolean} whether it is one */
function add(list, text) {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits ?? 0) > (version === 6 ? 128 : 32)) return false;
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
  return true;
}

/**
 * The proxies that a setting names: addresses and ranges like 10.0.0.0/8, separated by commas; `null` when it has
 * another form. Nobody is trusted who is not named.
 * @param {string} setting @returns {Proxies | null}
 */
export function proxiesIn(setting) {
  const list = new BlockList();
  const named = setting.split(',').map((text) => text.trim());
  return named.filter(Boolean).every((text) => add(list, text)) ? proxiesOf(list) : null;
}

/** @param {BlockList} list @returns {Proxies} */
function proxiesOf(list) {
  /** @param {string} address */
  const isListed = (address) => isIP(address) !== 0 && list.check(address, familyOf(address));

  return {
    areTrusted: (address = '') => isListed(addressIn(address)),
    clientOf(peer = '', forwardedFor) {
      let client = addressIn(peer);
      // Each proxy adds whom it was asked by at the end: what stands before the first that is not trusted, anybody wrote.
      const hops = String(forwardedFor ?? '').split(',');
      while (isListed(client) && hops.length > 0) {
        const before = addressIn(hops.pop()?.trim() ?? '');
        if (isIP(before) === 0) break;
        client = before;
      }
      return client;
    },
    isOverTls: (peer = '', forwardedProto) =>
      isListed(addressIn(peer)) && /^https\b/i.test(String(forwardedProto ?? '')),
  };
}

/** Everybody is asked directly. */
export const NO_PROXIES = proxiesOf(new BlockList());
