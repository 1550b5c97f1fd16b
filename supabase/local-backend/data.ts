/** `pnpm data COMMAND FILE`: backup, restore and export of the embedded platform; `pnpm data forget ADDRESS`. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeBackup } from './backup/archive.ts';
import { withDatabase } from './backup/database-of.ts';
import { writeExport } from './backup/export-sql.ts';
import { type Converted, restore } from './backup/restore.ts';
import { type Configuration, readConfiguration } from './configuration.ts';

interface Command {
  /** Acts on a file, or on the address of a person. */
  run(given: string, configuration: Configuration): Promise<void>;
  done: string;
  takes?: 'ADDRESS';
}

const commands: Record<string, Command> = {
  backup: {
    run: (file, configuration) =>
      withDatabase(configuration, (inBulk) => writeBackup(file, configuration.DATA_DIR, inBulk)),
    done: 'saved',
  },
  restore: {
    run: async (file, { DATA_DIR, DATABASE_URL }) => {
      if (DATABASE_URL) throw new Error('DATABASE_URL is set; a backup is restored into the embedded database');
      process.stdout.write(linesOf(await restore(file, DATA_DIR)));
    },
    done: 'restored',
  },
  export: {
    run: (file, configuration) => withDatabase(configuration, (inBulk) => writeExport(file, inBulk)),
    done: 'exported',
  },
  forget: {
    run: (address, configuration) =>
      withDatabase(configuration, (inBulk) =>
        inBulk(async (session) => {
          await session.query('select private.forget_address($1)', [address]);
        }),
      ),
    done: 'forgotten',
    takes: 'ADDRESS',
  },
};

const USAGE = Object.entries(commands)
  .map(([name, { takes = 'FILE' }]) => `pnpm data ${name} ${takes}`)
  .join(', ');

async function main([name = '', given, ...more]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || !given || more.length > 0) throw new Error(`expected: ${USAGE}`);
  if (process.env.SUPABASE_URL && !process.env.DATABASE_URL) {
    throw new Error('SUPABASE_URL is set; a Supabase project has backups of its own');
  }
  if (command.takes) {
    await command.run(given, readConfiguration(process.env));
    return `${command.done} ${given}`;
  }
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  requirePlace(file);
  await command.run(file, readConfiguration(process.env));
  return `${command.done} ${given}`;
}

function linesOf({ tables, remotes }: Converted): string {
  if (tables.length === 0) return '';
  const width = Math.max(...tables.map(({ table }) => table.length));
  const row = (name: string, before: unknown, now: unknown) =>
    `${name.padEnd(width)}  ${String(before).padStart(7)}  ${String(now).padStart(7)}\n`;
  const lines = remotes.map(
    ({ name, live, earlier, moves }) => `${name}: live ${live}, earlier releases ${earlier}, history ${moves}\n`,
  );
  const rows = tables.map(({ table, taken, stored }) => row(table, taken, stored));
  return [row('table', 'before', 'now'), ...rows, ...lines].join('');
}

function requirePlace(file: string): void {
  if (!existsSync(dirname(file))) throw new Error(`there is no folder ${dirname(file)}`);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder; expected a file`);
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
  process.exit(0);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.replace(/\s*\n\s*/g, ' ').trim() || 'failed'}\n`);
  process.exit(1);
}
