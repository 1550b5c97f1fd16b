import { applySite } from '@ki/shared/contract/site.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { __PRIVATE__ } from 'styled-components';
import { afterAll, vi } from 'vitest';
import { seededSite } from './connection.ts';

async function forgetSession(): Promise<void> {
  if (sessionStore.getState().user) await (await staffClient()).auth.signOut({ scope: 'local' });
  sessionStore.setState({ status: 'unknown', user: null }, true);
  localStorage.clear();
  sessionStorage.clear();
}

/** A query by role matches each element with every rule of the window. */
function forgetPage(): void {
  const { mainSheet } = __PRIVATE__;
  mainSheet.names.clear();
  mainSheet.gs = {};
  mainSheet.clearTag();
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.adoptedStyleSheets = [];
}

/** The next file of the worker begins as in a window of its own. */
afterAll(async () => {
  await forgetSession();
  forgetPage();
  applySite(seededSite);
  document.documentElement.lang = '';
  vi.unstubAllGlobals();
});

vi.setConfig({ testTimeout: 60_000 });
