import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readAuthSettings } from '../configuration.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createApp } from '../http/app.ts';
import { listen } from '../http/listen.ts';
import { keysFrom, newSecret } from '../keys.ts';
import { createLite } from '../lite/lite.ts';
import { logNothing as log } from '../log.ts';

type Connection = Readonly<Record<'url' | 'key', string>>;

/** Serves a database on loopback while some work is done, as the embedded backend does. */
export async function served<T>(opened: OpenDatabase, work: (connection: Connection) => Promise<T>): Promise<T> {
  const keys = await keysFrom(newSecret());
  const lite = createLite(opened.connections, { keys, log, auth: readAuthSettings() });
  await lite.readSchema();
  const { url, close } = await listen(0, createApp(opened, { keys, api: lite.fetch }));
  return work({ url, key: keys.publishable }).finally(close);
}

const PROGRAM = fileURLToPath(new URL('../../../shell/cli/render-releases.ts', import.meta.url));

const renderedSchema = z.object({
  /** A line for each address that a release rendered before, and no longer renders. */
  broken: z.array(z.string()),
  /** Title and reason of each release that this machine cannot run. */
  notRendered: z.array(z.string()),
  addresses: z.int(),
});

export type Rendered = z.infer<typeof renderedSchema>;

/**
 * Runs the shell's program that renders the releases of a registry on both backends. `dataDir` has the store and the
 * runtimes of other generations.
 */
export async function renderReleases(
  request: Readonly<{ registry: unknown; dataDir: string; before: Connection; after: Connection }>,
): Promise<Rendered> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  // A program that ends early says why on its standard error.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(request));
  const [[code], out, said] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  process.off('exit', end);
  if (code !== 0)
    throw new Error(`the releases cannot be rendered: ${said.trim() || `the program ended with ${code}`}`);
  return renderedSchema.parse(JSON.parse(out));
}
