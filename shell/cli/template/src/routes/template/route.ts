import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { TITLE } from '../../model/title.ts';
import { loader } from './loader.ts';

export const ADDRESS = '/template';

export const route = defineRoute({
  id: 'template-page',
  path: ADDRESS,
  // Query keys that the page reads, such as 'seite': the server leaves out all others.
  query: [],
  loader,
  head: () => ({ title: TITLE, description: `${TITLE}: KI in der Erwachsenenbildung.` }),
  lazy: () => import(/* webpackChunkName: "template-page" */ './page.tsx'),
});
