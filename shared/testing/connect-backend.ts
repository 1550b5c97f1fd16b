import { applySite } from '@ki/shared/contract/site.ts';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { readSite, siteOf } from '@ki/shared/data/site.ts';
import { cleanup, configure } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { afterEach, inject, vi } from 'vitest';

const { url, publishableKey } = inject('backend');
connect({ url, key: publishableKey });
applySite(siteOf(await readSite(await reader())));
afterEach(cleanup);

// Generous timeouts, because the backend is real and the machine may be busy.
configure({
  asyncUtilTimeout: 20_000,
  // Events are dispatched outside `act`: React does not resume work that an `act` left unfinished.
  eventWrapper: (dispatch) => flushSync(dispatch),
});
vi.setConfig({ testTimeout: 60_000 });
