/** `pnpm check:migrations`: exits with 1 when a new migration drops, renames or retypes something without a reason. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { installed } from './processes.ts';

/** It makes a database from nothing. */
const BASELINE = '20261207000000';

/** The rules of squawk about changes that break reads or writes. Its other rules are about locks and style. */
const RULES = new Set([
  'adding-required-field',
  'ban-drop-column',
  'ban-drop-database',
  'ban-drop-table',
  'changing-column-type',
  'renaming-column',
  'renaming-table',
  'unused-ignore',
]);

interface Finding {
  readonly line: number;
  readonly message: string;
  readonly rule_name: string;
}

function findings(sql: string): readonly Finding[] {
  const args = [installed('squawk-cli/js/bin/squawk'), '--reporter', 'json'];
  const { stdout, stderr, error } = spawnSync(process.execPath, args, { input: sql, encoding: 'utf8' });
  if (error) throw error;
  if (!stdout) throw new Error(`squawk judged nothing: ${stderr}`);
  return (JSON.parse(stdout) as readonly Finding[]).filter(({ rule_name }) => RULES.has(rule_name));
}

const REASON = /^\s*--\s+(?!squawk-ignore)\S+(\s+\S+){2,}/;

/** An exception is a comment `squawk-ignore` below a comment with its reason. */
const withoutReason = (sql: string): readonly number[] =>
  sql
    .split('\n')
    .flatMap((line, index, lines) =>
      line.includes('squawk-ignore') && !REASON.test(lines[index - 1] ?? '') ? [index + 1] : [],
    );

/** A line for each fault of a migration. */
export const faultsIn = (sql: string): readonly string[] => [
  ...findings(sql).map(({ line, rule_name, message }) => `line ${line + 1}: ${rule_name}: ${message}`),
  ...withoutReason(sql).map((line) => `line ${line}: an exception needs its reason, in a comment above it`),
];

if (import.meta.main) {
  const folder = path.join(import.meta.dirname, '..', 'supabase', 'migrations');
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.sql') && file.slice(0, BASELINE.length) > BASELINE,
  );
  const faults = files.flatMap((file) =>
    faultsIn(readFileSync(path.join(folder, file), 'utf8')).map((fault) => `${file}: ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  console.log(`${files.length} new migrations, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
