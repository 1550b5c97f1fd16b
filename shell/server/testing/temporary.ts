/** What a test has until it ends. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** A server on loopback. */
export async function temporaryServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The console as a spy that prints nothing. */
export function silentConsole(level: 'error' | 'warn' = 'error') {
  const logged = vi.spyOn(console, level).mockImplementation(() => undefined);
  onTestFinished(() => void logged.mockRestore());
  return logged;
}
