import { declarationOf } from '@ki/shared/contract/reads.ts';
import { isResult } from '@ki/shared/contract/result.ts';
import {
  type createBrowserRouter,
  type LoaderFunction,
  type LoaderFunctionArgs,
  type RouteObject,
  redirectDocument,
} from 'react-router-dom';
import type { Remotes } from '../remotes/remotes.tsx';
import { DATA_PATH, type PageData, RELEASE } from './page-state.ts';

/** An `__html` of an answer that is no part of a text: an element that gets it does not show it as HTML. */
class Unclaimed {
  readonly html: unknown;
  constructor(html: unknown) {
    this.html = html;
  }
}

type Part = { readonly __html: Unclaimed & { readonly html: string } } | null;

const isPart = (value: unknown): value is Part =>
  value === null ||
  (typeof value === 'object' &&
    '__html' in value &&
    value.__html instanceof Unclaimed &&
    typeof value.__html.html === 'string' &&
    Object.keys(value).length === 1);

/** The form of `PreparedText`, with nothing else in it. */
const isPreparedText = (value: unknown): value is { readonly parts: readonly Part[]; readonly sections: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).sort().join() === 'parts,sections' &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.every(isPart);

/** Parses an answer. The parts of prepared texts become Trusted HTML, and no other `__html` does. */
export function createParser(): (json: string) => unknown {
  const policy = window.trustedTypes?.createPolicy('shell-html', { createHTML: (html: string) => html });
  const trusted = (html: string) => policy?.createHTML(html) ?? html;
  const revive = (key: string, value: unknown): unknown => {
    if (key === '__html') return new Unclaimed(value);
    if (!isPreparedText(value)) return value;
    return { ...value, parts: value.parts.map((part) => part && { __html: trusted(part.__html.html) }) };
  };
  return (json) => JSON.parse(json, revive);
}

const TIMEOUT_MS = 8_000;
const RECENT_MS = 10_000;
const PATIENCE_MS = 100;

/** Nothing is at the address; it leads to another one. */
class Moved {
  readonly location: string;
  constructor(location: string) {
    this.location = location;
  }
}

type Answer = PageData | Moved | null;

interface Recent {
  readonly response: Promise<Answer>;
  readonly isTaken: boolean;
}

export function createLoaderData(remotes: Pick<Remotes, 'owner' | 'isStaffOnly' | 'versionOf'>) {
  const recent = new Map<string, Recent>();
  const parse = createParser();

  /** The release header marks page data, whatever the status. */
  async function request(address: string, release: string): Promise<Answer> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(DATA_PATH + address, { headers: { [RELEASE]: release }, signal });
      const moved = response.headers.get('location');
      if (moved !== null) return new Moved(moved);
      return response.headers.has(RELEASE) ? (parse(await response.text()) as PageData) : null;
    } catch {
      return null;
    }
  }

  function releaseAt(pathname: string): string | null {
    const owner = remotes.owner(pathname);
    return owner === undefined || remotes.isStaffOnly(owner) ? null : `${owner}@${remotes.versionOf(owner)}`;
  }

  function remember(address: string, entry: Recent): Promise<Answer> {
    recent.set(address, entry);
    setTimeout(() => recent.get(address) === entry && recent.delete(address), RECENT_MS);
    return entry.response;
  }

  return {
    /** `null` when the response holds no page data. Never rejects. */
    async take({ pathname, search }: URL): Promise<Answer> {
      const release = releaseAt(pathname);
      if (release === null) return null;
      const address = pathname + search;
      const known = recent.get(address);
      const response = known && !known.isTaken ? known.response : request(address, release);
      return remember(address, { response, isTaken: true });
    },
    prefetch(pathname: string): void {
      const release = releaseAt(pathname);
      if (release === null || recent.has(pathname)) return;
      void remember(pathname, { response: request(pathname, release), isTaken: false });
    },
  };
}

export type LoaderDataSource = ReturnType<typeof createLoaderData>;

type RouteData = Readonly<Record<string, unknown>>;
type Response = () => Promise<Answer>;

const afterPatience = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));

const isMissingOrFailed = (value: unknown) =>
  value === undefined || (isResult(value) && !value.ok && value.code !== 'not_found');

/** As browsers follow a redirect: the fragment of the former address stays. */
const withFragment = ({ location: address }: Moved, fragment: string) =>
  address.includes('#') ? address : address + fragment;

/** The router has gone to the address meanwhile, so that the document takes its place. */
function replaceBy(moved: Moved, { aborted }: AbortSignal): Promise<never> {
  if (!aborted) location.replace(withFragment(moved, location.hash));
  return new Promise(() => {});
}

type Follow = (moved: Moved) => globalThis.Response;

interface Loading {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly follow: Follow;
}

/** Reads that the response lacks or has failed run again in the browser. */
async function filled(declared: RouteData, response: Response, { id, signal, follow }: Loading): Promise<RouteData> {
  const reads = Object.entries(declared).filter(([, value]) => typeof value === 'function') as [
    string,
    () => unknown,
  ][];
  if (reads.length === 0) return declared;
  const pending = response();
  const data = await Promise.race([pending, afterPatience()]);
  if (data instanceof Moved) throw follow(data);
  const results = reads.map(([name, run]) => {
    const from = (page: Answer) => {
      if (page instanceof Moved) return replaceBy(page, signal);
      const value = page?.[id]?.[name];
      return isMissingOrFailed(value) ? run() : value;
    };
    return [name, data === undefined ? pending.then(from) : from(data)];
  });
  return { ...declared, ...Object.fromEntries(results) };
}

/** Loaders share one request per navigation. A `dataStrategy` would delay navigations without loaders. */
export function singleFetch(
  routes: readonly RouteObject[],
  source: Pick<LoaderDataSource, 'take'>,
  router: () => Pick<ReturnType<typeof createBrowserRouter>, 'state'>,
): RouteObject[] {
  /** The request of a loader has no fragment. */
  const follow: Follow = (moved) =>
    redirectDocument(withFragment(moved, router().state.navigation.location?.hash ?? ''));
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
    if (declare)
      return async (args) => filled(declare(args), responseFor(args), { id, signal: args.request.signal, follow });
    return async (args, context) => {
      const data = await responseFor(args)();
      if (data instanceof Moved) throw follow(data);
      return data?.[id] ?? loader(args, context);
    };
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
