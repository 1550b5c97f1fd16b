import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import { asStaff } from '../data/as-staff.ts';
import { listHistory } from '../data/list-history.ts';
import { readAct } from '../data/read-act.ts';
import { restoreVersion } from '../data/restore-version.ts';
import { wantedSchema } from '../model/wanted-version.ts';
import { NotFound } from '../not-found.tsx';
import { refusedText } from '../undo/restored.ts';

function loader({ request, params: { record = '' } }: LoaderFunctionArgs) {
  const before = new URL(request.url).searchParams.get('before');
  return settle(asStaff((client) => listHistory(client, record, before === null ? null : Number(before))));
}

/** What came of a restoring: the columns that could not come back as they were, or why nothing did. */
async function action({ request, params: { record = '' } }: ActionFunctionArgs) {
  const wanted = wantedSchema.parse(Object.fromEntries(await request.formData()));
  try {
    return { adjusted: await asStaff((client) => restoreVersion(client, record, wanted)) };
  } catch (error) {
    console.error(error);
    return { refusal: refusedText(error, 'It could not be restored. Please try again in a moment.') };
  }
}

function actLoader({ params: { record = '', act = '' } }: LoaderFunctionArgs) {
  return settle(asStaff((client) => readAct(client, record, act)));
}

/** The history of one record, for a part of its page: fetched when somebody opens it. */
export const historyRoutes = [
  defineRoute({ id: 'admin-history', path: addresses.history.pattern, loader, action, Component: NotFound }),
  defineRoute({ id: 'admin-history-act', path: addresses.historyAct.pattern, loader: actLoader, Component: NotFound }),
];
