import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { withSession } from '../local-backend/database/address.ts';

/** A function, a trigger, a policy, the grants of an object, or a comment. */
interface SchemaObject {
  readonly place: number;
  readonly key: string;
  readonly make: string;
  readonly unmake: string | null;
  readonly shape: string | null;
}

type SchemaObjects = ReadonlyMap<string, SchemaObject>;

const COMMENTS = 5;

const query = readFileSync(new URL('objects.sql', import.meta.url), 'utf8');

/** Names are qualified, as nothing but the system is on the search path. */
export async function objectsOf(url: string): Promise<SchemaObjects> {
  const read = async (session: Sql) => session.unsafe<SchemaObject[]>(query);
  const objects = await withSession(url, read, { connection: { search_path: 'pg_catalog' } });
  return new Map(objects.map((object) => [object.key, object]));
}

/** Statements that bring the present objects nearer to the declared ones; none when they are equal. */
export function changesOf(present: SchemaObjects, declared: SchemaObjects): readonly string[] {
  const gone = [...present.values()].filter(({ key }) => !declared.has(key));
  const changed = [...declared.values()].filter(({ key, make }) => present.get(key)?.make !== make);
  const anew = changed.flatMap(({ key, shape }) => {
    const former = present.get(key);
    return former && former.shape !== shape ? [former] : [];
  });
  const dropped = [...gone, ...anew].filter(({ place }) => place < COMMENTS);
  dropped.sort((one, other) => other.place - one.place);
  // Those of what was dropped are gone by then, and PostgreSQL refuses to remove them.
  const comments = gone.filter(({ place }) => place === COMMENTS);
  return [...unmade(dropped), ...changed.map(({ make }) => `${make};`), ...unmade(comments)];
}

const unmade = (objects: readonly SchemaObject[]): readonly string[] =>
  objects.flatMap(({ unmake }) => (unmake ? [`${unmake};`] : []));
