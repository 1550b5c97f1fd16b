import { cleanup, configure, getConfig } from '@testing-library/react';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { afterEach } from 'vitest';

afterEach(cleanup);

const { getElementError } = getConfig();

// Generous timeouts, because the backend is real and the machine may be busy.
configure({
  asyncUtilTimeout: 20_000,
  // Events are dispatched outside `act`: React does not resume work that an `act` left unfinished.
  eventWrapper: (dispatch) => flushSync(dispatch),
  // Each failed try of a `find` query would print the whole page; the error at its timeout does.
  getElementError: (message, container) => {
    const isRetry = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    return isRetry && message !== null ? new Error(message) : getElementError(message, container);
  },
});

/** React captures a stack for each element, up to a limit in a second: a quarter of the time of a test. */
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
if (internals instanceof Object)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {} });
