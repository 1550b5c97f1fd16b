/**
 * `pnpm data COMMAND FILE`: backup, check of it, restore and export of the embedded platform; `pnpm data forget ADDRESS`;
 * `pnpm data check-migrations`.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeBackup } from './backup/archive.ts';
import { withDatabase } from './backup/database-of.ts';
import { writeExport } from './backup/export-sql.ts';
import { type Restored, restore, verify } from './backup/restore.ts';
import { checkCommand } from './check-migrations/command.ts';
import { type Configuration, readConfiguration } from './configuration.ts';

interface Command {
  /** Acts on a file, or on the address of a person. */
  run(given: string, configuration: Configuration): Promise<unknown>;
  done: string;
  takes?: 'ADDRESS';
}

const commands: Record<string, Command> = {
  backup: {
    run: (file, given) => withDatabase(given, (inBulk) => writeBackup(file, given.DATA_DIR, inBulk)),
    done: 'saved',
  },
  verify: {
    run: async (file) => {
      const { hasHashes } = await verify(file);
      if (!hasHashes) process.stdout.write(`${file} is of an earlier version and has no hashes: ${COMPARED}\n`);
    },
    done: 'verified',
  },
  restore: {
    run: async (file, { DATA_DIR, DATABASE_URL }) => {
      if (DATABASE_URL) throw new Error('DATABASE_URL is set; a backup is restored into the embedded database');
      process.stdout.write(linesOf(await restore(file, DATA_DIR)));
    },
    done: 'restored',
  },
  export: {
    run: async (file, configuration) => {
      const { folder, count } = await withDatabase(configuration, (inBulk) => writeExport(file, inBulk));
      if (count > 0) process.stdout.write(`${folder} has ${count} pictures: load the SQL, then run its upload.sh\n`);
    },
    done: 'exported',
  },
  forget: {
    run: (address, configuration) =>
      withDatabase(configuration, (inBulk) =>
        inBulk(({ query }) => query('select private.forget_address($1)', [address])),
      ),
    done: 'forgotten',
    takes: 'ADDRESS',
  },
};

const COMPARED = 'the restored rows were compared with those in the file alone';

const CHECK = 'check-migrations';

const USAGE = [
  ...Object.entries(commands).map(([name, { takes = 'FILE' }]) => `pnpm data ${name} ${takes}`),
  `pnpm data ${CHECK} [--applied VERSION]`,
].join(', ');

async function main([name = '', given, ...more]: readonly string[]): Promise<string> {
  if (name === CHECK) return checkCommand(given === undefined ? [] : [given, ...more], process.env);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || !given || more.length > 0) throw new Error(`expected: ${USAGE}`);
  if (process.env.SUPABASE_URL && !process.env.DATABASE_URL) {
    throw new Error('SUPABASE_URL is set; a Supabase project has backups of its own');
  }
  await command.run(command.takes ? given : placeOf(given), readConfiguration(process.env));
  return `${command.done} ${given}`;
}

const HEAD = ['token', 'of', 'remotes', 'may', 'made by', 'ends'];

function linesOf({ tokens }: Restored): string {
  if (tokens.length === 0) return '';
  const rows = [
    HEAD,
    ...tokens.map(({ id, owner, remotes, may, author, ends }) => [id, owner, remotes, may, author, ends]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, TOKENS_ARE_VALID].join('\n');
}

const TOKENS_ARE_VALID =
  'These tokens are valid again, also if they were revoked after the backup. Revoke one: pnpm remote token revoke TOKEN\n';

function placeOf(given: string): string {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)}`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder; expected a file`);
  return file;
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  process.exit(0);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.replace(/\s*\n\s*/g, ' ').trim() || 'failed'}\n`);
  process.exit(1);
}
