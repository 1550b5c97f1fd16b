import { applySite } from '@ki/shared/contract/site.ts';
import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { cleanup, configure } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { __PRIVATE__ } from 'styled-components';
import { afterAll, afterEach, vi } from 'vitest';
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

afterEach(cleanup);

/** The next file of the worker begins as in a window of its own. */
afterAll(async () => {
  await forgetSession();
  forgetPage();
  applySite(seededSite);
  document.documentElement.lang = '';
  vi.unstubAllGlobals();
});

// Generous timeouts, because the backend is real and the machine may be busy.
configure({
  asyncUtilTimeout: 20_000,
  // Events are dispatched outside `act`: React does not resume work that an `act` left unfinished.
  eventWrapper: (dispatch) => flushSync(dispatch),
});
vi.setConfig({ testTimeout: 60_000 });
