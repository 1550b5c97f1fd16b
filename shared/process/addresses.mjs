/** The addresses on which hosts listen that mean all of a machine's, and the one by which it reaches itself there. */
const REACHED_BY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** @param {string} host a name or an address, of version 6 too @param {number} port */
export const urlOf = (host, port) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Where a machine reaches what listens on one of its addresses, or on all. @param {string} host @param {number} port */
export const ownUrl = (host, port) => urlOf(REACHED_BY.get(host) ?? host, port);
