import * as site from '@ki/shared/contract/site.ts';
import * as clients from '@ki/shared/data/clients.ts';
import type { Singleton } from '@ki/shared/federation/singletons.ts';
import * as session from '@ki/shared/session/session-store.ts';
import React from 'react';
import ReactDOM from 'react-dom';
import * as router from 'react-router-dom';
import * as styledComponents from 'styled-components';

/** The shell's one copy of each singleton. Server bundles receive them by `require`, containers in a share scope. */
export const singletons: Readonly<Record<Singleton, unknown>> = {
  react: React,
  'react-dom': ReactDOM,
  'react-router-dom': router,
  'styled-components': styledComponents,
  '@ki/shared/contract/site.ts': site,
  '@ki/shared/data/clients.ts': clients,
  '@ki/shared/session/session-store.ts': session,
};
