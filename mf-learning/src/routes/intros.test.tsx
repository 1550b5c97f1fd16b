import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { remote } from '../module.ts';

const LISTS = [
  ['/workshops', 'Workshops', 'workshops_intro', /^Vom ersten Ausprobieren .* an Ihren Aufgaben\.$/],
  ['/online-courses', 'Online-Kurse', 'courses_intro', /^Lektion für Lektion .* am eigenen Kurs ausprobieren\.$/],
] as const;

async function write(column: 'workshops_intro' | 'courses_intro', text: string): Promise<void> {
  const { data: before } = await serviceClient()
    .from('site')
    .select('workshops_intro, courses_intro')
    .single()
    .throwOnError();
  onTestFinished(async () => {
    await serviceClient().from('site').update(before).neq('name', '');
  });
  await serviceClient()
    .from('site')
    .update(column === 'workshops_intro' ? { workshops_intro: text } : { courses_intro: text })
    .neq('name', '')
    .throwOnError();
}

const open = async (address: string, heading: string) => {
  renderRoute(remote.routes, address);
  const { parentElement } = await screen.findByRole('heading', { level: 1, name: heading });
  await screen.findByText(/ found$/, { selector: '[role="status"]' });
  return parentElement as HTMLElement;
};

test.each(LISTS)('%s shows the words that a new site has', async (address, heading, _, words) => {
  const head = await open(address, heading);
  await waitFor(() => expect(head.querySelector('p')?.textContent).toMatch(words));
});

test.each(LISTS)('%s shows the words of the site', async (address, heading, column) => {
  await write(column, 'Bei uns im Haus am See.');
  const head = await open(address, heading);
  await waitFor(() => expect(head.querySelector('p')?.textContent).toBe('Bei uns im Haus am See.'));
});

test.each(LISTS)('%s without words has no paragraph for them', async (address, heading, column) => {
  await write(column, ' ');
  const head = await open(address, heading);
  expect(head.querySelector('p')).toBeNull();
});
