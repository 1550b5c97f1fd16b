/**
 * Writes shared/data/database.types.ts from the migrations, with the Supabase CLI's own generator.
 * With --check it only compares, and exits with 1 when the file is out of date.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestServer, templates } from './local-backend/fixtures/test-server.ts';

const inProject = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const TYPES = inProject('../shared/data/database.types.ts');

const generated = await formatted(await generate());
if (!process.argv.includes('--check')) {
  writeFileSync(TYPES, generated);
} else if (readFileSync(TYPES, 'utf8') !== generated) {
  console.error(
    'shared/data/database.types.ts does not match the migrations. Run: pnpm --filter supabase-project types',
  );
  process.exitCode = 1;
}

/** Lets the CLI read the database that the migrations make, over TCP: it cannot connect to a Unix socket. */
async function generate(): Promise<string> {
  const { folder, stop } = await startTestServer();
  const bridge = createServer((client) => client.pipe(connect(join(folder, '.s.PGSQL.5432'))).pipe(client));
  bridge.listen(0, '127.0.0.1');
  await once(bridge, 'listening');
  try {
    const { port } = bridge.address() as AddressInfo;
    const remote = `postgresql://postgres@127.0.0.1:${port}/${templates.migrated}`;
    const parameters = ['gen', 'types', `--remote=${remote}`, '--schema', 'public'];
    return await outputOf('node_modules/.bin/supabase', parameters);
  } finally {
    bridge.close();
    await stop();
  }
}

/** The generator leaves layout to others. Under another name, since the formatter leaves generated files alone. */
function formatted(source: string): Promise<string> {
  return outputOf('../node_modules/.bin/biome', ['format', '--stdin-file-path=types.ts'], source);
}

async function outputOf(command: string, parameters: readonly string[], input = ''): Promise<string> {
  const env = { ...process.env, PGSSLMODE: 'disable' };
  const options = { env, cwd: inProject('..'), maxBuffer: Number.POSITIVE_INFINITY };
  const run = promisify(execFile)(inProject(command), parameters, options);
  run.child.stdin?.end(input);
  return (await run).stdout;
}
