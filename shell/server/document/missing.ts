import { redirectAddress } from '@ki/shared/contract/redirects.ts';
import { DATA_PATH } from '../../src/app/page-state.ts';
import { addressOn, type HttpRequest } from '../http/http-request.ts';
import {
  andThen,
  type HttpResponse,
  type MaybePromise,
  NOT_STORED,
  redirect,
  SHARED,
  text,
} from '../http/http-response.ts';
import type { Location, RedirectSource } from '../resolve/redirects.ts';
import type { Resolved } from '../resolve/resolve.ts';
import type { Update } from '../tags/tag-versions.ts';

type OfPage = Resolved<'page' | 'data' | 'resource' | 'markdown'>;

export const isOfPage = (resolved: Resolved): resolved is OfPage =>
  resolved.kind === 'page' || resolved.kind === 'data' || resolved.kind === 'resource' || resolved.kind === 'markdown';

interface Services {
  readonly redirects: Pick<RedirectSource, 'at' | 'ofQuery'>;
  readonly update: Update;
  readonly count: (address: string) => void;
}

const PERMANENT = 308;
const GONE = 410;

const pageUrl = ({ kind }: OfPage, { url }: HttpRequest): URL =>
  kind === 'data' ? addressOn(url.origin, { pathname: url.pathname.slice(DATA_PATH.length), search: url.search }) : url;

/** A hydrated page follows the header by a document; `fetch` would follow a redirect to a document itself. */
const leadTo = ({ kind }: OfPage, location: string): HttpResponse =>
  kind === 'data' ? text(404, '', { ...NOT_STORED, location }) : redirect(PERMANENT, location, SHARED);

/** What is answered at addresses at which nothing is: a redirect, 410 for what was deleted, or what the owner says. */
export function createMissing({ redirects, update, count }: Services) {
  function answer(resolved: OfPage, request: HttpRequest, response: HttpResponse): HttpResponse {
    const url = pageUrl(resolved, request);
    const lead = redirects.at(url, resolved.target.owner !== undefined);
    if (lead?.location) return leadTo(resolved, lead.location);
    if (lead) return { ...response, status: GONE };
    if (resolved.kind !== 'data' && request.method === 'GET') count(redirectAddress(url));
    return response;
  }

  const afterUpdate = <T>({ versions }: Pick<OfPage, 'versions'>, next: () => T) => andThen(update(versions), next);

  return {
    at: (resolved: OfPage, request: HttpRequest, response: HttpResponse): MaybePromise<HttpResponse> =>
      afterUpdate(resolved, () => answer(resolved, request, response)),
    /** Asked before the page, which reads no such query. */
    ofQuery: (resolved: OfPage, request: HttpRequest): MaybePromise<HttpResponse | null> =>
      afterUpdate(resolved, () => {
        const lead = redirects.ofQuery(pageUrl(resolved, request));
        return lead?.location ? leadTo(resolved, lead.location) : null;
      }),
    /** Whether an address leads on if nothing is there. */
    leads: (versions: OfPage['versions'], url: URL): MaybePromise<Location | null> =>
      afterUpdate({ versions }, () => redirects.ofQuery(url) ?? redirects.at(url, true)),
  };
}
