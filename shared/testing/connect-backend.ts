import { connect } from '@ki/shared/data/clients.ts';
import { cleanup, configure } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { afterEach, inject, vi } from 'vitest';

const { url, publishableKey } = inject('backend');
connect({ url, key: publishableKey });
afterEach(cleanup);

// A real backend on a busy machine takes its time: this is how long nothing may happen, not how long anything takes.
configure({
  asyncUtilTimeout: 8_000,
  // Outside of `act`, as in a browser: React does not resume work that an `act` left unfinished.
  eventWrapper: (dispatch) => flushSync(dispatch),
});
vi.setConfig({ testTimeout: 20_000 });
