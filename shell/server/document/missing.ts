import { PREVIEW_PATH } from '@ki/shared/contract/preview.ts';
import { redirectAddress } from '@ki/shared/contract/redirects.ts';
import { DATA_PATH } from '../../src/app/page-state.ts';
import { addressOn, type HttpRequest } from '../http/http-request.ts';
import {
  andThen,
  type HttpResponse,
  type MaybePromise,
  NOT_STORED,
  privateResponse,
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
  readonly redirects: Pick<RedirectSource, 'at' | 'ofQuery' | 'hasQueries'>;
  readonly update: Update;
  readonly count: (address: string) => void;
}

const PERMANENT = 308;
const GONE = 410;

const pageUrl = ({ kind }: OfPage, { url }: HttpRequest): URL =>
  kind === 'data' ? addressOn(url.origin, { pathname: url.pathname.slice(DATA_PATH.length), search: url.search }) : url;

/** A hydrated page follows the header by a document; `fetch` would follow a redirect to a document itself. */
function leadTo({ kind, releases }: OfPage, location: string): HttpResponse {
  if (kind === 'data') return text(404, '', { ...NOT_STORED, location });
  const response = redirect(PERMANENT, location, SHARED);
  return releases.isPrivate ? privateResponse(response) : response;
}

/** They may have what belongs to a person: an address of mail, the token of a link in another case. */
const isPersonal = (address: string) => address.includes('@') || address.toLowerCase().startsWith(PREVIEW_PATH);

/** Responses at addresses at which nothing is: a redirect, 410 for what was deleted, or that of the owner. */
export function createMissing({ redirects, update, count }: Services) {
  const respondTo = (resolved: OfPage, { location }: Location, response: HttpResponse): HttpResponse =>
    location === null ? { ...response, status: GONE } : leadTo(resolved, location);

  function answer(resolved: OfPage, request: HttpRequest, response: HttpResponse): HttpResponse {
    const url = pageUrl(resolved, request);
    const lead = redirects.at(url, resolved.target.owner !== undefined);
    if (lead) return respondTo(resolved, lead, response);
    const address = redirectAddress(url);
    if (resolved.kind !== 'data' && request.method === 'GET' && !isPersonal(address)) count(address);
    return response;
  }

  return {
    at: (resolved: OfPage, request: HttpRequest, response: HttpResponse): MaybePromise<HttpResponse> =>
      andThen(update(resolved.versions), () => answer(resolved, request, response)),
    /** Goes before the page, which reads no such query. Pages wait for no read while no redirect has a query. */
    ofQuery(resolved: OfPage, request: HttpRequest): MaybePromise<Location | null> {
      const updated = update(resolved.versions);
      const find = () => redirects.ofQuery(pageUrl(resolved, request));
      return redirects.hasQueries() ? andThen(updated, find) : find();
    },
    respondTo,
    /** Whether an address leads on if nothing is there. */
    leads: (versions: OfPage['versions'], url: URL): MaybePromise<Location | null> =>
      andThen(update(versions), () => redirects.ofQuery(url) ?? redirects.at(url, true)),
  };
}
