import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, type Role, roles, startPolicyBackend } from './backend.ts';
import { calls } from './calls.ts';
import { databaseState } from './database-state.ts';
import { callers } from './rules.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const PERMISSION_DENIED = '42501';

const names = Object.keys(callers) as (keyof typeof callers)[];

describe.each(names)('%s', (name) => {
  const isCaller = (role: Role) => callers[name].some((caller) => caller === role);
  const { args, fails } = calls[name];

  test.each(roles)('called by %s, succeeds or is refused as listed', async (role) => {
    const { error } = await backend.as[role].rpc(name, args);
    expect(error?.code).toBe(isCaller(role) ? fails?.[role] : PERMISSION_DENIED);
  });

  test.each(['visitor', 'outsider'] as const)('called by %s, changes nothing', async (role) => {
    const before = await databaseState(backend.owner);
    await backend.as[role].rpc(name, args);
    expect(await databaseState(backend.owner)).toEqual(before);
  });
});

test('the comparison of the other tests detects a change by a call of staff', async () => {
  const before = await databaseState(backend.owner);
  await backend.as.staff.rpc('activate_prompt', calls.activate_prompt.args);
  expect(await databaseState(backend.owner)).not.toEqual(before);
});
