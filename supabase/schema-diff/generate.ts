import type { Sql } from 'postgres';
import { catalogueOf, differencesOf } from '../catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import { objectChangesOf, rowChangesOf } from './changes.ts';
import { applyDeclaration, messageOf, runScript } from './declaration.ts';

/** Ends what is written by hand. */
export const LINE =
  '-- Generated from supabase/schemas. Tables, columns and data are written above this line, by hand.';
/** A body may call a function that comes after it. */
const UNCHECKED = 'set check_function_bodies = off;';
const CHECKED = 'reset check_function_bodies;';
/** A function that was made anew has neither grants nor a comment, which the second pass gives it. */
const PASSES = 3;

/** The part of a migration that is written by hand. */
export const topOf = (sql: string): string => (sql.split(LINE)[0] ?? '').trim();

/**
 * The migration that leads from the project's migrations, by way of a hand-written top, to a declaration, and what is left:
 * lines of the declaration that it does not make.
 */
export async function generate(top: string, schemas: string) {
  const [declared, present, checked] = await Promise.all([
    createTestDatabase('system'),
    createTestDatabase('migrated'),
    createTestDatabase('migrated'),
  ]);
  try {
    await applyDeclaration(declared.connect(), schemas);
    await runScript(present.connect(), { file: 'the top of the migration', sql: top });
    const { statements, refused } = await bringNearer(present, declared);
    const sql = `${[top, LINE, UNCHECKED, ...statements, CHECKED].join('\n\n')}\n`;
    const left = [...(await whatIsLeft(sql, checked, declared)), ...refused];
    return { sql, statements: statements.length, left };
  } finally {
    await Promise.all([declared, present, checked].map(({ drop }) => drop()));
  }
}

async function bringNearer(present: TestDatabase, declared: TestDatabase) {
  const session = present.connect();
  await session.unsafe(UNCHECKED);
  const statements: string[] = [];
  let refused: readonly string[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const result = await attempt(session, await objectChangesOf(present.url, declared.url));
    statements.push(...result.made);
    refused = result.refused;
  }
  return { statements: [...statements, ...(await rowChangesOf(present.url, declared.url))], refused };
}

/** PostgreSQL refuses what a table lacks a column for, and to drop a function that a column or another policy calls. */
async function attempt(session: Sql, statements: readonly string[]) {
  const [made, refused]: [string[], string[]] = [[], []];
  for (const statement of statements) {
    try {
      await session.unsafe(statement).simple();
      made.push(statement);
    } catch (error) {
      refused.push(`refused: ${statement.split('\n')[0]} (${messageOf(error)})`);
    }
  }
  return { made, refused };
}

async function whatIsLeft(sql: string, { connect, url }: TestDatabase, declared: TestDatabase) {
  await runScript(connect(), { file: 'the migration', sql });
  return differencesOf(await catalogueOf(declared.url), await catalogueOf(url));
}
