import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, type Role, roles, startPolicyBackend } from './backend.ts';
import { REFUSED, rules, type TableRules } from './rules.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
afterAll(() => backend.close());

const PERMISSION_DENIED = '42501';

/** `nothing`: policies hide the row, so nothing changes. */
type Outcome = 'done' | 'refused' | 'nothing';

function expectedOutcome(role: Role, { writtenBy }: TableRules, hidden: Outcome): Outcome {
  if (writtenBy === 'nobody' || role === 'visitor') return 'refused';
  return role === 'staff' ? 'done' : hidden;
}

function outcomeOf({ data, error }: { data: unknown[] | null; error: { code: string } | null }): Outcome {
  if (error) {
    expect(error.code).toBe(PERMISSION_DENIED);
    return 'refused';
  }
  return data?.length ? 'done' : 'nothing';
}

const rowsOf = (table: string) => backend.owner.query(`select to_jsonb(t) as row from public.${table} t order by t.id`);

// Tests cannot add rows to tables that only triggers write.
const written = Object.entries<TableRules>(rules).filter(
  ([, { writtenBy, hasOneRow }]) => writtenBy !== 'database' && !hasOneRow,
);

describe.each(written)('%s', (table, rule) => {
  let fixtures: unknown[];
  /** A row without an author, to be changed or deleted. */
  let target: string;

  beforeAll(async () => {
    fixtures = (await backend.owner.query<{ id: string }>(`select id from public.${table}`)).map(({ id }) => id);
  });
  beforeEach(async () => {
    const { data, error } = await backend.service.from(table).insert(rule.row).select('id').single();
    expect(error).toBeNull();
    target = data?.id;
  });
  afterEach(async () => {
    await backend.owner.query(`delete from public.${table} where id <> all ($1::uuid[])`, [fixtures]);
  });

  test.each(roles)('%s reads exactly the permitted rows', async (role) => {
    const { data, error } = await backend.as[role].from(table).select('id').order('id');
    const condition = rule.sees[role];
    if (condition === REFUSED) {
      expect(error?.code).toBe(PERMISSION_DENIED);
    } else {
      expect(error).toBeNull();
      expect(data).toEqual(await backend.owner.query(`select id from public.${table} where ${condition} order by id`));
    }
  });

  test.each(roles)('%s adds a row only where allowed', async (role) => {
    await backend.service.from(table).delete().eq('id', target);
    const before = await rowsOf(table);
    const expected = expectedOutcome(role, rule, 'refused');
    expect(outcomeOf(await backend.as[role].from(table).insert(rule.row).select())).toBe(expected);
    expect(await rowsOf(table)).toHaveLength(before.length + (expected === 'done' ? 1 : 0));
  });

  test.each(roles)('%s changes a row only where allowed', async (role) => {
    const before = await rowsOf(table);
    const expected = expectedOutcome(role, rule, 'nothing');
    expect(outcomeOf(await backend.as[role].from(table).update(rule.change).eq('id', target).select())).toBe(expected);
    if (expected === 'done') {
      const { data } = await backend.service.from(table).select('*').eq('id', target).single();
      expect(data).toMatchObject(rule.change);
    } else {
      expect(await rowsOf(table)).toEqual(before);
    }
  });

  test.each(roles)('%s deletes a row only where allowed', async (role) => {
    const before = await rowsOf(table);
    const expected = expectedOutcome(role, rule, 'nothing');
    expect(outcomeOf(await backend.as[role].from(table).delete().eq('id', target).select())).toBe(expected);
    expect(await rowsOf(table)).toHaveLength(before.length - (expected === 'done' ? 1 : 0));
  });
});
