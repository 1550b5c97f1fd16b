import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listPrompts } from './data/list-prompts.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return {
    /** `new`, the id of the prompt that is being edited, or null. */
    edited: new URL(request.url).searchParams.get('edit'),
    prompts: settle(asStaff(listPrompts)),
  };
}

export type PromptsData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Prompts', noindex: true }) };

export const promptsRoute: RouteObject = {
  id: 'admin-prompts',
  path: addresses.prompts,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-prompts" */ './page.tsx'),
};
