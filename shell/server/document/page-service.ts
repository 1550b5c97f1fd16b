import { RELEASE } from '../../src/app/data/page-data.ts';
import { type CacheOutcome, createPageCache, MEGABYTE } from '../cache/page-cache.ts';
import { compressed } from '../http/encode.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { HttpResponse, MaybePromise } from '../http/http-response.ts';
import type { ClientOf } from '../http/rate-limit.ts';
import { memoize } from '../http/send.ts';
import { countPage } from '../metrics.ts';
import type { countPages } from '../ops/canary-counts.ts';
import type { Limited } from '../render/limit.ts';
import { moduleOf } from '../render/messages.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import { withOverrides } from '../resolve/overrides.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { type FindTarget, ownPageTarget } from '../resolve/target.ts';
import type { TagVersionSource } from '../tags/tag-versions.ts';
import type { MarkdownTarget, PageTarget, ReleaseSet } from '../types.ts';
import { withRequestId } from './error-page.ts';
import { NO_MARKDOWN, OTHER_RELEASE, type RenderedText } from './pages.ts';

const SERVER_FAILURE = 500;
const MAX_BYTES = 48 * MEGABYTE;

type PageRequest = Resolved<'page' | 'data' | 'markdown'>;
type Target = PageTarget | MarkdownTarget;

interface Services {
  readonly render: (target: Target, releaseSet: ReleaseSet) => Promise<RenderedText>;
  readonly tagVersions: TagVersionSource;
  readonly limited: Limited;
  readonly fallbacks: Pick<Fallbacks, 'forPage'>;
  readonly findTarget: FindTarget;
  readonly counted: ReturnType<typeof countPages>;
  readonly clientOf: ClientOf;
}

const timed = (response: HttpResponse, outcome: 'hit' | 'miss'): HttpResponse => ({
  ...response,
  headers: { ...response.headers, 'server-timing': `cache;desc=${outcome}` },
});
const hitResponse = memoize((response: HttpResponse) => timed(response, 'hit'));

function pageResponse({ response, isHit }: CacheOutcome): HttpResponse {
  countPage(isHit);
  if (isHit) return hitResponse(response);
  const missed = timed(response, 'miss');
  const { status, headers, body } = missed;
  if (status < SERVER_FAILURE || typeof body !== 'string') return missed;
  return { status, ...(headers && { headers }), body: withRequestId(body) };
}

function dataResponse({ response }: CacheOutcome, request: HttpRequest): HttpResponse {
  const release = response.headers?.[RELEASE];
  return release === undefined || release === request.headers.get(RELEASE) ? response : OTHER_RELEASE;
}

const responseOf = ({ kind }: PageRequest, outcome: CacheOutcome, request: HttpRequest): HttpResponse =>
  kind === 'data' ? dataResponse(outcome, request) : pageResponse(outcome);

const isPageRequest = (resolved: Resolved): resolved is PageRequest =>
  resolved.kind === 'page' || resolved.kind === 'data' || resolved.kind === 'markdown';

export function createPageService(services: Services) {
  const { render, tagVersions, limited, fallbacks, findTarget, counted, clientOf } = services;
  const cache = createPageCache<Target>({
    async render(target, releaseSet) {
      const rendered = await render(target, releaseSet);
      const { body, ...head } = rendered.response;
      if (head.status >= SERVER_FAILURE || rendered.response === NO_MARKDOWN) return rendered;
      return { ...rendered, response: { ...head, ...(await compressed(body, head.headers?.['content-type'] ?? '')) } };
    },
    tagVersions,
    limited,
    maxBytes: MAX_BYTES,
  });

  function targetIn(releaseSet: ReleaseSet, { kind, target }: PageRequest, { url }: HttpRequest): Target {
    const found = findTarget(url, releaseSet, target.kind === 'markdown' && target.isNegotiated);
    if (found.kind === 'markdown' && kind === 'markdown') return found;
    return 'page' in found ? found.page : found;
  }

  async function load(resolved: PageRequest, request: HttpRequest, owner: string | undefined, isAnew: boolean) {
    const { visitor, target } = resolved;
    const releaseSet = await fallbacks.forPage(owner, visitor.assigned);
    const current = releaseSet === visitor.releaseSet ? target : targetIn(releaseSet, resolved, request);
    if (
      current.kind === 'data' &&
      current.remote &&
      moduleOf(current.remote.release) !== request.headers.get(RELEASE)
    ) {
      return { response: OTHER_RELEASE, isHit: false, outcome: 'unknown' } as const;
    }
    return cache.get(current, releaseSet, { isAnew, client: clientOf(request) });
  }

  function get(resolved: PageRequest, request: HttpRequest): MaybePromise<CacheOutcome> {
    const { visitor, target } = resolved;
    const { assigned, releaseSet } = visitor;
    const { owner, pattern } = releaseSet === assigned ? target : targetIn(assigned, resolved, request);
    const respond = (isAnew: boolean) => {
      const hit = isAnew ? null : cache.hit(target, releaseSet);
      return hit ?? load(resolved, request, owner, isAnew);
    };
    return visitor.releaseSets.hasCanary
      ? counted({ owner, pattern, client: clientOf(request) }, assigned, respond)
      : respond(false);
  }

  /** A page with overrides is rendered for this visitor alone. */
  async function ownPage({ visitor }: PageRequest, request: HttpRequest): Promise<CacheOutcome> {
    const releaseSet = withOverrides(visitor.releaseSet, visitor.overrides ?? {});
    const { response } = await limited(() => render(ownPageTarget(request.url, releaseSet), releaseSet), {
      client: clientOf(request),
    });
    return { response, isHit: false, outcome: 'unknown' };
  }

  async function respond(resolved: PageRequest, request: HttpRequest): Promise<HttpResponse> {
    const { kind, visitor, target } = resolved;
    const isOwn = kind === 'page' && visitor.overrides !== null;
    const outcome = await (isOwn ? ownPage(resolved, request) : get(resolved, request));
    if (kind === 'markdown' && outcome.response === NO_MARKDOWN) {
      return respond({ kind: 'page', visitor, target: target.page }, request);
    }
    return responseOf(resolved, outcome, request);
  }

  return {
    /** The synchronous path of a cache hit. Visitors with a canary or overrides take the other one. */
    hit(resolved: Resolved, request: HttpRequest): HttpResponse | null {
      if (!isPageRequest(resolved) || resolved.visitor.isPrivate) return null;
      const hit = cache.hit(resolved.target, resolved.visitor.releaseSet);
      return hit && hit.response !== NO_MARKDOWN ? responseOf(resolved, hit, request) : null;
    },
    respond,
  };
}
