#!/usr/bin/env node
// Starts the Firefox of `E2E_FIREFOX` behind a proxy for WebDriver BiDi: Playwright begins each context with a command that
// Firefox ESR does not know yet, and the proxy answers it with success.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Sets the colour scheme; without it pages are light. */
const FORGIVEN = 'emulation.setMediaFeaturesOverride';
/** Playwright reads this line from the browser's stderr. */
const LISTENING = 'WebDriver BiDi listening on ';

async function join(playwright: WebSocket, address: string): Promise<void> {
  const browser = new WebSocket(address);
  const opened = once(browser, 'open');
  const forgiven = new Set<number>();
  playwright.on('message', async (data) => {
    const { id, method } = JSON.parse(String(data));
    if (method === FORGIVEN) forgiven.add(id);
    await opened;
    browser.send(String(data));
  });
  browser.on('message', (data) => {
    const { id, type, error } = JSON.parse(String(data));
    const isUnknown = forgiven.delete(id) && type === 'error' && error === 'unknown command';
    playwright.send(isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : String(data));
  });
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
}

const firefox = spawn(process.env.E2E_FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firefox.kill('SIGTERM'));

for await (const line of createInterface(firefox.stderr)) {
  if (!line.startsWith(LISTENING)) {
    process.stderr.write(`${line}\n`);
    continue;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '' }) => join(playwright, line.slice(LISTENING.length) + url));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  process.stderr.write(`${LISTENING}ws://127.0.0.1:${port}\n`);
}
