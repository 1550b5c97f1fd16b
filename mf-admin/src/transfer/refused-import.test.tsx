import { unique } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { REASONS } from '../testing/refused.ts';
import { matrixExample } from './model/examples.ts';

afterEach(leave);

async function check(files: readonly File[]) {
  const { user } = await openAdmin(addresses.transfer);
  await user.upload(await screen.findByLabelText('File'), [...files]);
  return within(await screen.findByRole('table', { name: 'Rows to import' }));
}

const markdown = (slug: string, date = '') =>
  new File([`---\ntitle: "Titel"\nslug: ${slug}\n${date}---\n\nText\n`], `${slug}.md`);

test.each(['editor', 'author'] as const)('as %s, the check refuses each row of the matrix', async (role) => {
  await givenRole(role);
  const rows = await check([new File([matrixExample()], 'matrix.csv')]);
  expect(rows.getByText(REASONS.publishers)).toBeTruthy();
  expect(rows.getByText('wrong')).toBeTruthy();
});

test('as author, the check refuses a post with a date, and not one without', async () => {
  await givenRole('author');
  const rows = await check([markdown(unique('frei-')), markdown(unique('datiert-'), 'date: 2026-03-01\n')]);
  expect(rows.getByText(REASONS.public)).toBeTruthy();
  expect(rows.getAllByText(/^(create|wrong)$/).map(({ textContent }) => textContent)).toEqual(['create', 'wrong']);
});
