import { loaderContext } from '@ki/shared/contract/preview.ts';
import type { RemoteModule, RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import type { LoaderFunction, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import type { ReadsExample } from '../server/render/messages.ts';
import { settleData } from '../src/app/head/head-of.ts';

const ORIGIN = 'http://reads.invalid';
/** So few that a busy machine ends them before a call takes too long. */
const AT_ONCE = 20;
/** A read that never ends must not end the publish; its requests until then count. */
const LONGEST_MS = 3_000;

type Work = () => Promise<unknown>;

interface Branch {
  readonly path: string;
  readonly query: readonly string[];
  readonly loaders: readonly LoaderFunction[];
}

const joined = (above: string, path = '') => (path.startsWith('/') ? path : `${above.replace(/\/\*?$/, '')}/${path}`);

/** The loaders of each page; a layout's run with the parameters of the page in it. */
function branchesOf(
  routes: readonly RouteObject[],
  above: Branch = { path: '', query: [], loaders: [] },
): readonly Branch[] {
  return routes.flatMap(({ path, handle, loader, children }) => {
    const branch: Branch = {
      path: path === undefined ? above.path : joined(above.path, path),
      query: [...above.query, ...((handle as RouteHandle | undefined)?.query ?? [])],
      loaders: [...above.loaders, ...(typeof loader === 'function' ? [loader] : [])],
    };
    return children ? branchesOf(children, branch) : [branch];
  });
}

const addressOf = (path: string, { example }: ReadsExample) =>
  new URL(path.replace(/:\w+|\*/g, example) || '/', ORIGIN);

const paramsOf = (path: string, { example }: ReadsExample): Record<string, string> =>
  Object.fromEntries(Array.from(path.matchAll(/:(\w+)|(\*)/g), ([, name, splat]) => [name ?? splat, example]));

/** The address that a loader redirects to, as with former query keys; `null` for any other outcome. */
async function load(loader: LoaderFunction, url: URL, params: Record<string, string>): Promise<URL | null> {
  const args = {
    request: new Request(url),
    params,
    context: loaderContext(undefined),
  } as unknown as LoaderFunctionArgs;
  try {
    await settleData(await loader(args));
  } catch (thrown) {
    const location = thrown instanceof Response ? thrown.headers.get('location') : null;
    return location === null ? null : new URL(location, url);
  }
  return null;
}

/** All query keys, and each alone, as one may leave another without effect. */
const queriesOf = (query: readonly string[], { hasQuery }: ReadsExample): readonly (readonly string[])[] =>
  hasQuery ? [query, ...(query.length > 1 ? query.map((key) => [key]) : [])] : [[]];

function loadsOf({ path, query, loaders }: Branch, given: ReadsExample): readonly Work[] {
  const params = paramsOf(path, given);
  return queriesOf(query, given).flatMap((keys) => {
    const url = addressOf(path, given);
    for (const key of keys) url.searchParams.set(key, given.example);
    return loaders.map((loader) => async () => {
      const next = await load(loader, url, params);
      if (next?.pathname === url.pathname) await load(loader, next, params);
    });
  });
}

function othersOf(
  { resources = [], texts, sitemap, sitemapPages }: RemoteModule,
  given: ReadsExample,
): readonly Work[] {
  const at = (path: string) => ({ url: addressOf(path, given), params: paramsOf(path, given) });
  return [
    ...resources.map(({ path, respond }) => async () => {
      const { url, params } = at(path);
      return respond({ reader: await reader(), request: new Request(url), params });
    }),
    ...(texts?.pages ?? []).map(
      ({ path, read }) =>
        async () =>
          read({ reader: await reader(), ...at(path) }),
    ),
    async () => texts?.sections(await reader()),
    async () => sitemapPages?.(await reader()),
    async () => sitemap?.(await reader(), 1),
  ];
}

/**
 * Runs some of the reads that follow from addresses of a remote, as far as their answers let them come. Returns where to
 * go on; 0 at the end.
 */
export async function runReads(remote: RemoteModule, given: ReadsExample): Promise<number> {
  const loads = branchesOf(remote.routes).flatMap((branch) => loadsOf(branch, given));
  const all = [...loads, ...othersOf(remote, given)];
  // Only their requests count: a read of rows that no database has may fail.
  const ended = Promise.allSettled(all.slice(given.from, given.from + AT_ONCE).map((work) => work()));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
  return given.from + AT_ONCE < all.length ? given.from + AT_ONCE : 0;
}
