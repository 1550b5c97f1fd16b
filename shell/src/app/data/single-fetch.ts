import { declarationOf } from '@ki/shared/contract/reads.ts';
import { isResult } from '@ki/shared/contract/result.ts';
import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { LoaderDataSource } from './loader-data.ts';
import type { PageData } from './page-data.ts';

const PATIENCE_MS = 100;

type RouteData = Readonly<Record<string, unknown>>;
type Response = () => Promise<PageData | null>;

const afterPatience = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));

const isMissingOrFailed = (value: unknown) =>
  value === undefined || (isResult(value) && !value.ok && value.code !== 'not_found');

/** Reads that the response lacks or has failed run again in the browser. */
async function filled(declared: RouteData, response: Response, id: string): Promise<RouteData> {
  const reads = Object.entries(declared).filter(([, value]) => typeof value === 'function') as [
    string,
    () => unknown,
  ][];
  if (reads.length === 0) return declared;
  const pending = response();
  const data = await Promise.race([pending, afterPatience()]);
  const results = reads.map(([name, run]) => {
    const from = (page: PageData | null) => {
      const value = page?.[id]?.[name];
      return isMissingOrFailed(value) ? run() : value;
    };
    return [name, data === undefined ? pending.then(from) : from(data)];
  });
  return { ...declared, ...Object.fromEntries(results) };
}

/** Loaders share one request per navigation. A `dataStrategy` would delay navigations without loaders. */
export function singleFetch(routes: readonly RouteObject[], source: Pick<LoaderDataSource, 'take'>): RouteObject[] {
  const responses = new WeakMap<Request, ReturnType<Response>>();
  const responseFor = ({ request }: LoaderFunctionArgs): Response => {
    return () => {
      const response = responses.get(request) ?? source.take(new URL(request.url));
      responses.set(request, response);
      return response;
    };
  };
  const wrapped = (id: string, loader: LoaderFunction): LoaderFunction => {
    const declare = declarationOf(loader);
    if (declare) return async (args) => filled(declare(args), responseFor(args), id);
    return async (args, context) => (await responseFor(args)())?.[id] ?? loader(args, context);
  };
  const wrap = (route: RouteObject): RouteObject => {
    const { id, loader, children } = route;
    return Object.assign(
      {},
      route,
      id !== undefined && typeof loader === 'function' && { loader: wrapped(id, loader) },
      children && { children: children.map(wrap) },
    );
  };
  return routes.map(wrap);
}
