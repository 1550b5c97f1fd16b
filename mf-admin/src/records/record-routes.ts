import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
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

const titled = (title: string): RouteHandle => ({ head: () => ({ title, noindex: true }) });

/** The two addresses of a record's page. */
export const recordRoutes = ({ name, paths, texts, loader, lazy }: RecordRoutes): RouteObject[] => [
  { id: `admin-new-${name}`, path: paths.new, loader, handle: titled(texts.new), lazy },
  { id: `admin-edit-${name}`, path: paths.edit, loader, handle: titled(texts.edit), lazy },
];
