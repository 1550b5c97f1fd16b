import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { listTitles } from '../../data/list-titles.ts';

export const ADDRESS = '/template';
export const TITLE = 'Template';

export const loader = () => ({ titles: settle(reader().then(listTitles)) });

export type Data = ReturnType<typeof loader>;

// Query keys that the page reads belong into `query`, such as ['seite']: the server leaves out all others.
const handle: RouteHandle = {
  query: [],
  head: () => ({ title: TITLE, description: `${TITLE}: KI in der Erwachsenenbildung.` }),
};

export const route: RouteObject = {
  id: 'template-page',
  path: ADDRESS,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "template-page" */ './page.tsx'),
};
