import { reader } from '@ki/shared/data/clients.ts';
import { readAll } from '@ki/shared/data/reads.ts';
import { expect, test } from 'vitest';

test.each([10, 54, 55])('all rows are read in order when a response has at most %d of them', async (chunk) => {
  const workshops = (await reader()).from('matrix_workshops');
  const asked: number[] = [];
  const rows = await readAll((first, last) => {
    asked.push(first);
    return workshops.select('id', { count: 'exact' }).order('id').range(first, last);
  }, chunk);
  const { data } = await workshops.select('id').order('id');
  expect(rows).toEqual(data);
  expect(asked).toHaveLength(Math.ceil(rows.length / chunk));
});
