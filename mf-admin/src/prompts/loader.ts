import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
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
