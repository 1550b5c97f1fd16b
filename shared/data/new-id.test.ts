import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id.ts';

test('ids are UUIDs of version 4, each another', () => {
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
