import { expect, test } from 'vitest';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { registryIn } from './registry.ts';

async function registryAfter(sql: string) {
  const database = await createTestDatabase('migrated');
  const owner = database.connect();
  try {
    await owner.unsafe(sql);
    return await registryIn({ query: async (text) => [...(await owner.unsafe(text))] as never });
  } finally {
    await database.drop();
  }
}

test('a database in which no migration has made a registry has none', async () => {
  expect(await registryAfter('drop schema shipping cascade')).toBeNull();
});

test('a registry that cannot be read is no missing one', async () => {
  await expect(registryAfter('drop function shipping.registry_document(boolean) cascade')).rejects.toThrow(
    'function shipping.registry_document(boolean) does not exist',
  );
});
