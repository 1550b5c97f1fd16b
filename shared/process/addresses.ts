const REACHED_BY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The URL of a port of a host, which is a name or an address of IP version 4 or 6. */
export const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The URL by which a machine reaches what listens on one of its addresses, or on all. */
export const ownUrl = (host: string, port: number) => urlOf(REACHED_BY.get(host) ?? host, port);

/** Whether an address is one of this machine only. */
export const isLoopback = (address: string): boolean => {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
};
