/**
 * Writes shared/data/database.types.ts from the migrations, with the Supabase CLI's own generator.
 * With --check it only compares, and exits with 1 when the file is out of date.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PGLiteSocketServer, type PGLiteSocketServerOptions } from '@electric-sql/pglite-socket';
import { PgliteConnection } from '@supabase/lite/pglite';
import { bootstrap } from './local-backend/database/bootstrap.ts';
import { migrate } from './local-backend/database/migrate.ts';
import { openPgliteInMemory } from './local-backend/database/pglite.ts';
import { keysFrom, newSecret } from './local-backend/keys.ts';
import { createLite } from './local-backend/lite.ts';
import { logNothing } from './local-backend/log.ts';

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

/** Applies the migrations to an empty database in memory and lets the CLI read it over a socket. */
async function generate(): Promise<string> {
  const { connection, database, close } = await openPgliteInMemory();
  if (!(connection instanceof PgliteConnection)) throw new TypeError('The embedded database is not PGlite');
  await createLite(connection, await keysFrom(newSecret()), logNothing).createSystemSchemas();
  await bootstrap(database);
  await migrate(database, inProject('migrations'));
  // The backend brings a PGlite of its own version; the server uses no more of it than both versions have.
  const db = connection.driver as unknown as PGLiteSocketServerOptions['db'];
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 });
  await server.start();
  try {
    return await generatedFrom(`postgresql://postgres:postgres@${server.getServerConn()}/postgres`);
  } finally {
    await server.stop();
    await close();
  }
}

function generatedFrom(url: string): Promise<string> {
  const parameters = ['gen', 'types', `--remote=${url}`, '--schema', 'public'];
  return outputOf('node_modules/.bin/supabase', parameters, { env: { ...process.env, PGSSLMODE: 'disable' } });
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
