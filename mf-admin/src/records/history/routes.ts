import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import { asStaff } from '../data/as-staff.ts';
import { listHistory, readChangeSet, restoreVersion } from '../data/history.ts';
import { NotFound } from '../failures.tsx';
import type { AnyRecordKind } from '../model/define-record.ts';
import type { Restoration } from '../model/history.ts';
import { z } from '../model/z.ts';
import { adjustedNote, restoreErrorText } from '../undo/messages.ts';

const versionSchema = z.object({ entry: z.coerce.number().int(), seen: z.coerce.number().int() });

/** Data routes for the history below a record's form. Columns are labelled as in the forms of `kinds`. */
export function historyRoutes(kinds: readonly AnyRecordKind[]): RouteObject[] {
  function loader({ request, params: { record = '' } }: LoaderFunctionArgs) {
    const param = new URL(request.url).searchParams.get('before');
    const before = param === null ? null : Number(param);
    return settle(asStaff((client) => listHistory(client, kinds, record, before)));
  }

  async function action({ request, params: { record = '' } }: ActionFunctionArgs): Promise<Restoration> {
    const version = versionSchema.parse(Object.fromEntries(await request.formData()));
    try {
      const adjusted = await asStaff((client) => restoreVersion(client, record, version));
      return { ok: true, note: adjustedNote(kinds, adjusted) };
    } catch (error) {
      console.error(error);
      const errorText = restoreErrorText(error, 'It could not be restored. Please try again in a moment.');
      return { ok: false, errorText };
    }
  }

  const changeSetLoader = ({ params: { record = '', changeSet = '' } }: LoaderFunctionArgs) =>
    settle(asStaff((client) => readChangeSet(client, kinds, record, changeSet)));

  return [
    defineRoute({ id: 'admin-history', path: addresses.history.pattern, loader, action, Component: NotFound }),
    defineRoute({
      id: 'admin-history-change-set',
      path: addresses.historyChangeSet.pattern,
      loader: changeSetLoader,
      Component: NotFound,
    }),
  ];
}
