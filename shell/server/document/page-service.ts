import { RELEASE } from '../../src/app/page-state.ts';
import { type CacheOutcome, createPageCache, MEGABYTE } from '../cache/page-cache.ts';
import { compressed } from '../http/encode.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { HttpResponse, MaybePromise } from '../http/http-response.ts';
import { memoize } from '../http/send.ts';
import { countPage } from '../metrics.ts';
import type { countPages } from '../ops/canary-counts.ts';
import type { Limited } from '../render/limit.ts';
import { moduleOf } from '../render/messages.ts';
import type { Loadable, Resolved } from '../resolve/resolve.ts';
import type { MarkdownTarget, PageTarget, Targets } from '../resolve/target.ts';
import type { TagVersionSource, TagVersions } from '../tags/tag-versions.ts';
import { withRequestId } from './error-page.ts';
import { NO_MARKDOWN, OTHER_RELEASE, type RenderedText } from './pages.ts';

const MAX_BYTES = 48 * MEGABYTE;

type PageRequest = Resolved<'page' | 'data' | 'markdown'>;
type Target = PageTarget | MarkdownTarget;

interface Services {
  readonly render: (target: Target, versions: TagVersions | null) => Promise<RenderedText>;
  readonly tagVersions: TagVersionSource;
  readonly limited: Limited;
  readonly loadable: Loadable;
  readonly targets: Pick<Targets, 'again'>;
  readonly counted: ReturnType<typeof countPages>;
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
  if (status < 500 || typeof body !== 'string') return missed;
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
  const { render, tagVersions, limited, loadable, targets, counted } = services;
  const cache = createPageCache<Target>({
    async render(target, versions) {
      const rendered = await render(target, versions);
      const { body, ...head } = rendered.response;
      if (head.status >= 500 || rendered.response === NO_MARKDOWN) return rendered;
      return { ...rendered, response: { ...head, ...(await compressed(body, head.headers?.['content-type'] ?? '')) } };
    },
    tagVersions,
    limited,
    maxBytes: MAX_BYTES,
  });

  async function load({ releases, versions, target }: PageRequest, request: HttpRequest, isAnew: boolean) {
    const current = await loadable(target, releases, request.url);
    const { kind, remote, releaseSet } = current;
    if (kind === 'data' && remote && moduleOf(remote.release) !== request.headers.get(RELEASE)) {
      return { response: OTHER_RELEASE, releaseSet, isHit: false, outcome: 'unknown' } as const;
    }
    return cache.get(current, versions, { isAnew, client: request.client });
  }

  function get(resolved: PageRequest, request: HttpRequest): MaybePromise<CacheOutcome> {
    const { releases, versions, target } = resolved;
    const { releaseSets, assigned } = releases;
    const respond = (isAnew: boolean) => {
      const hit = isAnew ? null : cache.hit(target, versions);
      return hit ?? load(resolved, request, isAnew);
    };
    if (!releaseSets.hasCanary) return respond(false);
    const inCanary = target.releaseSet === assigned ? target : targets.again(target, request.url, assigned);
    return counted(inCanary, request.client, respond);
  }

  /** A page with overrides is rendered for this visitor alone. */
  async function ownPage({ target, versions }: PageRequest, { client }: HttpRequest): Promise<CacheOutcome> {
    const { response } = await limited(() => render(target, versions), { client });
    return { response, releaseSet: target.releaseSet, isHit: false, outcome: 'unknown' };
  }

  async function respond(resolved: PageRequest, request: HttpRequest): Promise<HttpResponse> {
    const isOwn = resolved.kind === 'page' && resolved.target.isOwn;
    const outcome = await (isOwn ? ownPage(resolved, request) : get(resolved, request));
    if (resolved.kind === 'markdown' && outcome.response === NO_MARKDOWN) {
      return respond({ ...resolved, kind: 'page', target: resolved.target.page }, request);
    }
    return responseOf(resolved, outcome, request);
  }

  return {
    /** The synchronous path of a cache hit. Visitors with a canary or overrides take the other one. */
    hit(resolved: Resolved, request: HttpRequest): HttpResponse | null {
      if (!isPageRequest(resolved) || resolved.releases.isPrivate) return null;
      const hit = cache.hit(resolved.target, resolved.versions);
      return hit && hit.response !== NO_MARKDOWN ? responseOf(resolved, hit, request) : null;
    },
    respond,
  };
}
