import * as clients from '@ki/shared/data/clients.ts';
import type { Singleton } from '@ki/shared/federation/singletons.ts';
import * as sessionStore from '@ki/shared/session/session-store.ts';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import * as ReactRouter from 'react-router-dom';
import * as StyledComponents from 'styled-components';

/** What a remote's server bundle gets when it requires a singleton: the server's own instance. */
export const singletons: Readonly<Record<Singleton, unknown>> = {
  react: React,
  'react-dom': ReactDOM,
  'react-router-dom': ReactRouter,
  'styled-components': StyledComponents,
  '@ki/shared/data/clients.ts': clients,
  '@ki/shared/session/session-store.ts': sessionStore,
};
