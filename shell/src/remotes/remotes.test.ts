import { sessionStore } from '@ki/shared/session/session-store.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRemotes } from './remotes.ts';

const remotes = {
  'mf-admin': { version: '1', entry: '', integrity: '', staffOnly: true, routes: ['/admin/*'] },
};

beforeEach(() => sessionStore.setState({ status: 'anonymous', user: null }, true));

test('the code of a staff remote is not loaded for a visitor', async () => {
  const patch = vi.fn();
  await createRemotes(remotes).discover('/admin', patch);
  expect(patch).not.toHaveBeenCalled();
});

test('an address without an owner loads no remote', async () => {
  const patch = vi.fn();
  await createRemotes(remotes).discover('/nirgends', patch);
  expect(patch).not.toHaveBeenCalled();
});
