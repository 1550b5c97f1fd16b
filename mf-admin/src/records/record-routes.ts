import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunction, RouteObject } from 'react-router-dom';
import type { RecordTexts } from './model/define-record.ts';

interface RecordRoutes {
  /** Ends the routes' ids: `admin-new-ad`, `admin-edit-ad`. */
  readonly name: string;
  /** Of a new record, and of one by its `:id`. */
  readonly paths: { readonly new: string; readonly edit: string };
  readonly texts: RecordTexts;
  readonly loader: LoaderFunction;
  readonly lazy: Extract<RouteObject['lazy'], (...args: never) => unknown>;
}

/** The two addresses of a record's page. */
export const recordRoutes = ({ name, paths, texts, loader, lazy }: RecordRoutes): RouteObject[] => [
  defineRoute({
    id: `admin-new-${name}`,
    path: paths.new,
    loader,
    head: () => ({ title: texts.new, noindex: true }),
    lazy,
  }),
  defineRoute({
    id: `admin-edit-${name}`,
    path: paths.edit,
    loader,
    head: () => ({ title: texts.edit, noindex: true }),
    lazy,
  }),
];
