import type { Page } from '@playwright/test';

/** The hosts that a page's browser asks for something, but for the platform's own: shell, asset servers and backend. */
export function otherHosts(page: Page): string[] {
  const hosts: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && hostname !== '127.0.0.1') hosts.push(hostname);
  });
  return hosts;
}
