import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { type PromptsData, readPrompts } from './data/prompts.ts';

function loader({ request }: LoaderFunctionArgs): PromptsData {
  const edited = new URL(request.url).searchParams.get('edit');
  return { edited, prompts: settleAsStaff((client) => readPrompts(client, edited !== null)) };
}

export const promptsRoute = defineRoute({
  id: 'admin-prompts',
  path: addresses.prompts,
  loader,
  head: () => ({ title: 'Prompts', noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-prompts" */ './page.tsx'),
});
