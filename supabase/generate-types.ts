/**
 * Writes shared/data/database.types.ts from the migrations, with the Supabase CLI's own generator.
 * With --check it only compares, and exits with 1 when the file is out of date.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
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
    return await outputOf('node_modules/.bin/supabase', parameters, { env: { ...process.env, PGSSLMODE: 'disable' } });
  } finally {
    bridge.close();
    await stop();
  }
}

/** The generator leaves layout to others. Under another name, since the formatter leaves generated files alone. */
function formatted(source: string): Promise<string> {
  return outputOf('../node_modules/.bin/biome', ['format', '--stdin-file-path=types.ts'], { input: source });
}

async function outputOf(
  command: string,
  parameters: readonly string[],
  { env = process.env, input = '' }: { env?: NodeJS.ProcessEnv; input?: string },
): Promise<string> {
  const child = spawn(inProject(command), parameters, { env, cwd: inProject('..'), stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  child.stdin.end(input);
  const [output, complaints, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${complaints}`);
  return output;
}
