import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { ownPlace, startDirectly } from '../../shared/testing/started-platform.ts';
import { pause } from '../../shared/testing/until.ts';
import { backendOn } from '../../shell/cli/registry-access.ts';
import { openRegistry, overHttp } from '../../shell/registry/registry.ts';

type Place = Awaited<ReturnType<typeof ownPlace>>;

/** The last line of a start. */
export const LAST_LINE = /^ops .*\n/m;

/** A data folder and free ports for the tests of a file. */
export function placeOfFile(): Place {
  const place = {} as Place;
  beforeAll(async () => void Object.assign(place, await ownPlace()));
  afterAll(() => place.remove());
  return place;
}

/** The registry of a platform that runs, with its operator's rights. */
export const registryOn = async (dataDir: string) => openRegistry(overHttp(await backendOn(dataDir)));

/** The output of a start that ends with a failure before it is ready. */
export async function failedStart(environment: Record<string, string>): Promise<string> {
  const started = startDirectly(environment);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  const isReady = started.untilPrinted(/^ready/m).then(() => 'ready');
  expect(await Promise.race([started.ended, isReady.catch(() => started.ended)])).toBe(1);
  return started.output;
}

const listen = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Takes a port as soon as it is free. */
export async function hold(port: number): Promise<Server> {
  const server = await listen(port);
  if (server) return server;
  await pause(5);
  return hold(port);
}
export const letGo = (server: Server) => new Promise((resolve) => server.close(resolve));
