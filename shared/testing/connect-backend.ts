import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { cleanup, configure } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { afterAll, afterEach, vi } from 'vitest';
import './connection.ts';

afterEach(cleanup);

/** The next file of the worker begins without a session, and without what this one stored, replaced or left on the page. */
afterAll(async () => {
  if (sessionStore.getState().user) await (await staffClient()).auth.signOut({ scope: 'local' });
  sessionStore.setState({ status: 'unknown', user: null }, true);
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

// Generous timeouts, because the backend is real and the machine may be busy.
configure({
  asyncUtilTimeout: 20_000,
  // Events are dispatched outside `act`: React does not resume work that an `act` left unfinished.
  eventWrapper: (dispatch) => flushSync(dispatch),
});
vi.setConfig({ testTimeout: 60_000 });
