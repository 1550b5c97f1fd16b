import { expect, test } from 'vitest';
import { createTestDatabase } from '../fixtures/test-database.ts';
import { releasesOf } from './releases.ts';

async function releasesAfter(sql: string) {
  const database = await createTestDatabase('migrated');
  const owner = database.connect();
  try {
    await owner.unsafe(sql);
    return await releasesOf({ query: async (text) => [...(await owner.unsafe(text))] as never });
  } finally {
    await database.drop();
  }
}

test('a database in which no migration has made a registry has no releases', async () => {
  expect(await releasesAfter('drop schema shipping cascade')).toEqual([]);
});

test('a registry that cannot be read is no empty one', async () => {
  await expect(releasesAfter('drop function shipping.registry_document(boolean) cascade')).rejects.toThrow(
    'function shipping.registry_document(boolean) does not exist',
  );
});
