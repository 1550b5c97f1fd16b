import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import type { AnyRecordKind } from '../../kinds/model/define-record.ts';
import { settleAsStaff } from '../../kit/data/as-staff.ts';
import { NotFound } from '../../kit/page-head.tsx';

const reading = () => import(/* webpackChunkName: "admin-history" */ '../data/history.ts');

/** Data routes for the history below a record's form. Columns are labelled as in the forms of `kinds`. */
export function historyRoutes(kinds: readonly AnyRecordKind[]): RouteObject[] {
  function loader({ request, params: { record = '' } }: LoaderFunctionArgs) {
    const param = new URL(request.url).searchParams.get('before');
    const before = param === null ? null : Number(param);
    return settleAsStaff(async (client) => (await reading()).listHistory(client, kinds, record, before));
  }

  const changeSetLoader = ({ params: { record = '', changeSet = '' } }: LoaderFunctionArgs) =>
    settleAsStaff(async (client) => (await reading()).readChangeSet(client, kinds, record, changeSet));

  return [
    defineRoute({ id: 'admin-history', path: addresses.history.pattern, loader, Component: NotFound }),
    defineRoute({
      id: 'admin-history-change-set',
      path: addresses.historyChangeSet.pattern,
      loader: changeSetLoader,
      Component: NotFound,
    }),
  ];
}
