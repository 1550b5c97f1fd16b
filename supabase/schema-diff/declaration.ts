import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sql } from 'postgres';

export const projectSchemas = fileURLToPath(new URL('../schemas', import.meta.url));

export interface Script {
  readonly file: string;
  readonly sql: string;
}

export const scriptsIn = (folder: string): readonly Script[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ file, sql: readFileSync(join(folder, file), 'utf8') }));

/** Makes the declared database, on one connection. Bodies may call what a later file declares, so they are checked last. */
export async function applyDeclaration(session: Sql, folder: string): Promise<void> {
  await session.unsafe('set check_function_bodies = off');
  for (const script of scriptsIn(folder)) await runScript(session, script);
  await session.unsafe('set check_function_bodies = on');
  await checkBodies(session);
}

export async function runScript(session: Sql, { file, sql }: Script): Promise<void> {
  try {
    await session.unsafe(sql).simple();
  } catch (error) {
    const position = Number((error as { position?: unknown }).position);
    const line = position > 0 ? `:${sql.slice(0, position).split('\n').length}` : '';
    throw new Error(`${file}${line}: ${messageOf(error)}`, { cause: error });
  }
}

/** PostgreSQL checks the body of a function when it is made, so each is made again as it is. */
async function checkBodies(session: Sql): Promise<void> {
  const functions = await session<{ name: string; definition: string }[]>`
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'private', 'shipping'))`;
  for (const { name, definition } of functions) {
    await session.unsafe(definition).catch((error) => {
      throw new Error(`the body of ${name} is invalid: ${messageOf(error)}`, { cause: error });
    });
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
