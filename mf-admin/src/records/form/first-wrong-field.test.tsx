import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { field, fill, openAdmin, press } from '../../testing/open-admin.ts';

/** The fields of the look are registered after those below them, as they are a component of their own. */
test('the first wrong field of the screen has the focus, and the form says how many are wrong', async () => {
  await openAdmin('/admin/site');
  await fill('Brand color', 'rot');
  await fill('Time zone', 'Europe/Nirgendwo');
  press('Update Site');
  expect(await screen.findByText('2 fields are wrong.')).toBeTruthy();
  const color = await field('Brand color');
  await waitFor(() => expect(document.activeElement).toBe(color));
  expect(color.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(color.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent).toMatch(
    /color/i,
  );
  await fill('Brand color', '#112233');
  expect(await screen.findByText('1 field is wrong.')).toBeTruthy();
  press('Update Site');
  expect(await screen.findByText('1 field is wrong.')).toBeTruthy();
  await expect.poll(() => document.activeElement).toBe(await field('Time zone'));
});

test('every wrong field counts, hours and minutes each', async () => {
  await openAdmin('/admin/workshops/new');
  await fill('Max Participants', '-1');
  await fill('Minutes', '61');
  press('Create Workshop');
  expect(await screen.findByText('3 fields are wrong.')).toBeTruthy();
  const focused = await field('Title');
  await waitFor(() => expect(document.activeElement).toBe(focused));
});
