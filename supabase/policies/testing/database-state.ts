import type { Database } from '../../local-backend/database/database.ts';

/** A fingerprint of the rows of every table of the project, or of other schemas. */
export async function databaseState(
  database: Database,
  schemas = ['public', 'private', 'shipping'],
): Promise<Readonly<Record<string, string>>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
     where schemaname = any ($1) order by 1`,
    [schemas],
  );
  const [state] = await database.query<{ state: Record<string, string> }>(
    `select jsonb_object_agg(name, rows) as state from (${tables
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(t::text, e'\\n' order by t::text)) as rows from ${name} t`,
      )
      .join(' union all ')}) as tables`,
  );
  if (!state) throw new Error('there are no tables');
  return state.state;
}

/** All rows of a table, without updated_at. */
export async function contents(owner: Database, table: string): Promise<unknown[]> {
  const rows = await owner.query<{ row: unknown }>(
    `select to_jsonb(t) - 'updated_at' as row from ${table} t order by id`,
  );
  return rows.map(({ row }) => row);
}

/** All courses with their outlines. */
export const courseContents = (owner: Database): Promise<unknown[][]> =>
  Promise.all(['courses', 'modules', 'lessons'].map((table) => contents(owner, table)));

/** A line for each module of a course with the stored positions, such as `Title 0: A 0, B 1`. */
export async function outlineOf(owner: Database, course: string): Promise<string[]> {
  const lines = await owner.query<{ line: string }>(
    `select m.title || ' ' || m.order_position || ': ' || coalesce(
       (select string_agg(l.title || ' ' || l.order_position, ', ' order by l.order_position)
        from lessons l where l.module_id = m.id), '') as line
     from modules m where m.course_id = $1 order by m.order_position`,
    [course],
  );
  return lines.map(({ line }) => line);
}

/** All workshops of the matrix with their objectives. */
export const matrixContents = (owner: Database): Promise<unknown[][]> =>
  Promise.all(['matrix_workshops', 'matrix_workshop_learning_objectives'].map((table) => contents(owner, table)));
