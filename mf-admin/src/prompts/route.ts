import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { addresses } from '../addresses.ts';
import { loader } from './loader.ts';

export const promptsRoute = defineRoute({
  id: 'admin-prompts',
  path: addresses.prompts,
  loader,
  head: () => ({ title: 'Prompts', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-prompts" */ './page.tsx'),
});
