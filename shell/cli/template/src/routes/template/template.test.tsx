import { given, unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../../module.ts';
import { ADDRESS, TITLE } from './route.ts';

test('The page shows its title and what there is to read', async () => {
  const { title } = await given('workshops', { title: unique('Workshop') });
  renderRoute(remote.routes, ADDRESS);
  expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeTruthy();
  expect(await screen.findByText(title)).toBeTruthy();
});
