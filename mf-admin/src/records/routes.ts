import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { type Page, readRecord } from '../kinds/data/records.ts';
import type { AnyRecordKind, Editable, PublishPermission } from '../kinds/model/define-record.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { readEditing, readPermission } from '../versions/data/editing.ts';

export interface ListData<Row> {
  readonly page: number;
  readonly list: Promise<Result<Page<Row>>>;
}

export const loadList =
  <Row>(read: (client: StaffClient, page: number) => Promise<Page<Row>>) =>
  ({ request }: LoaderFunctionArgs): ListData<Row> => {
    const page = askedPage(new URL(request.url).searchParams, 'page');
    return { page, list: settleAsStaff((client) => read(client, page)) };
  };

export interface RecordData<Kind extends AnyRecordKind, Options> {
  readonly id: string | null;
  /** The id of the record that a new one begins as a copy of. */
  readonly copied: string | null;
  readonly form: Promise<
    Result<{
      readonly record: Editable<Kind> | null;
      readonly copied: Editable<Kind> | null;
      /** Null where it could not be read: the database decides in any case. */
      readonly permission: PublishPermission | null;
      readonly options: Options;
    }>
  >;
}

const COPIED = 'copy';

/** The address of a form that begins as a copy of a record. */
export const copyAddress = (add: string, { id }: { readonly id: string }) =>
  `${add}?${COPIED}=${encodeURIComponent(id)}`;

interface LoadedPage {
  readonly loader: (args: LoaderFunctionArgs) => unknown;
  readonly lazy: Extract<RouteObject['lazy'], (...args: never) => unknown>;
}

interface RecordRoutes<Kind extends AnyRecordKind, Options> extends Pick<LoadedPage, 'lazy'> {
  readonly kind: Kind;
  /** The end of the routes' ids: `admin-new-ad`, `admin-edit-ad`. */
  readonly name: string;
  /** Reads the choices of selects, where there are any, together with the record: a select without the stored choice would lose it. */
  readonly options?: (client: StaffClient, id: string | null) => Promise<Options>;
  /** The list; `id` is the end of its route's id, by default the plural. */
  readonly list?: LoadedPage & { readonly id?: string | undefined; readonly title: string };
}

/** The form of a new record works without it. */
async function permissionToCreate(client: StaffClient, { table }: AnyRecordKind): Promise<PublishPermission | null> {
  try {
    return await readPermission(client, table, null);
  } catch (error) {
    console.error('permission:', error);
    return null;
  }
}

/** Reads a record, or for a new one the record that it copies; the options, and what the account may do. */
export function loadRecord<Kind extends AnyRecordKind, Options>(
  kind: Kind,
  id: string | null,
  readOptions: (client: StaffClient, id: string | null) => Promise<Options>,
  copied: string | null = null,
): RecordData<Kind, Options> {
  const form = settleAsStaff(async (client) => {
    const [record, toCreate, original, options] = await Promise.all([
      id === null ? null : readEditing(client, kind, id),
      id === null ? permissionToCreate(client, kind) : null,
      copied === null ? null : readRecord(client, kind, copied),
      readOptions(client, id),
    ]);
    return { record, copied: original, permission: record?.permission ?? toCreate, options };
  });
  return { id, copied, form };
}

export function recordRoutes<Kind extends AnyRecordKind, Options>(routes: RecordRoutes<Kind, Options>): RouteObject[] {
  const { kind, name, options = async () => null, lazy, list } = routes;
  const loader = ({ params: { id }, request }: LoaderFunctionArgs) =>
    id === undefined
      ? loadRecord(kind, null, options, new URL(request.url).searchParams.get(COPIED))
      : loadRecord(kind, id, options);

  const routeOf = (id: string, path: string | undefined, title: string, page: LoadedPage) =>
    defineRoute({
      id: `admin-${id}`,
      path: path ?? '',
      loader: page.loader,
      head: () => ({ title, noindex: true }),
      lazy: page.lazy,
    });
  return [
    ...(list ? [routeOf(list.id ?? `${name}s`, kind.at?.list, list.title, list)] : []),
    routeOf(`new-${name}`, kind.at?.new, kind.texts.new, { loader, lazy }),
    routeOf(`edit-${name}`, kind.at?.edit.pattern, kind.texts.edit, { loader, lazy }),
  ];
}
