#!/usr/bin/env node
/**
 * Starts the Firefox of `E2E_FIREFOX` for Playwright, and stands between the two: Playwright speaks WebDriver BiDi, and
 * begins each context with a command that Firefox ESR does not know yet. Nothing else is changed on the way.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

/** Sets the colour scheme; without it pages are light. */
const FORGIVEN = 'emulation.setMediaFeaturesOverride';
/** What the browser says on stderr, and Playwright reads there. */
const LISTENING = 'WebDriver BiDi listening on ';

/** @param {WebSocket} playwright @param {string} address of the browser */
async function join(playwright, address) {
  const browser = new WebSocket(address);
  const opened = once(browser, 'open');
  /** @type {Set<number>} */
  const forgiven = new Set();
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
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill('SIGTERM'));

for await (const line of createInterface(firefox.stderr)) {
  if (!line.startsWith(LISTENING)) {
    process.stderr.write(`${line}\n`);
    continue;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '' }) => join(playwright, line.slice(LISTENING.length) + url));
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stderr.write(`${LISTENING}ws://127.0.0.1:${port}\n`);
}
