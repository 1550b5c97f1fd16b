import { PREVIEW_PATH } from '@ki/shared/contract/preview.ts';
import type { PublicRemote } from '@ki/shared/contract/registry.ts';
import { readRoom } from '@ki/shared/process/room.ts';
import type { Config } from './config.ts';
import { errorPage, failureResponse, UNAVAILABLE } from './document/error-page.ts';
import { isOfPage } from './document/missing.ts';
import { addressOn, type HttpRequest, requestAt } from './http/http-request.ts';
import {
  andThen,
  type HttpResponse,
  json,
  type MaybePromise,
  privateResponse,
  redirect,
  secretResponse,
  text,
} from './http/http-response.ts';
import type { Handler } from './http/listener.ts';
import { log, noteKind, type RequestKind } from './log.ts';
import type { State } from './metrics.ts';
import { createReadiness, followBackups, metricsResponse } from './ops/probes.ts';
import { generationsOf } from './render/runtimes.ts';
import { readOverrides } from './resolve/overrides.ts';
import type { RegistrySource } from './resolve/registry-source.ts';
import { createResolver, type Kind, type Releases, type Resolved } from './resolve/resolve.ts';
import type { startServices } from './services.ts';
import type { TagVersionSource } from './tags/tag-versions.ts';
import type { LiveRemote } from './types.ts';

type Services = Awaited<ReturnType<typeof startServices>>;

type Route<Of extends Kind> = (resolved: Resolved<Of>, request: HttpRequest) => MaybePromise<HttpResponse>;

const REQUEST_KINDS: Readonly<Partial<Record<Kind, RequestKind>>> = {
  health: 'probe',
  ready: 'probe',
  metrics: 'probe',
  file: 'file',
  picture: 'file',
  'library-picture': 'file',
  report: 'report',
  override: 'override',
  platform: 'platform',
  page: 'page',
  data: 'data',
  resource: 'resource',
  markdown: 'page',
  preview: 'page',
};

const manifestOf = (live: LiveRemote | undefined, { override }: PublicRemote) =>
  override ? `${override}/mf-manifest.json` : live?.address(live.release.manifest);

const NOTHING: HttpResponse = { status: 404, body: '' };

export interface Started {
  services?: Services;
}

interface Parts {
  readonly config: Config;
  readonly registry: RegistrySource;
  readonly tagVersions: TagVersionSource;
  readonly started: Started;
  readonly isStopping: () => boolean;
}

export function createApp({ config, registry, tagVersions, started, isStopping }: Parts): Handler {
  const resolve = createResolver({ registry, tagVersions, overridesOf: readOverrides(config), started });
  const backupAge = followBackups(config.backups);
  const room = () =>
    readRoom(config.dataDir).catch((error: unknown) => {
      log('warn', 'room_unread', { message: String(error) });
      return null;
    });
  const readiness = createReadiness(config, registry, { backupAge, room });

  function services(): Services {
    if (!started.services) throw new Error('the shell is starting');
    return started.services;
  }

  async function metricsState(): Promise<State> {
    const { fallbacks, workerBytes } = services();
    const releaseSets = await registry.current();
    return {
      isRegistryGood: registry.problem() === null,
      fallbackReleases: releaseSets ? Object.keys(fallbacks.fallbackReleases(releaseSets.defaultSet)) : [],
      workerBytes: workerBytes(),
      backupAgeSeconds: (await backupAge())?.seconds ?? null,
      room: await room(),
    };
  }

  async function ready(): Promise<HttpResponse> {
    const { fallbacks, runtimes } = services();
    const { ready: isReady, ...rest } = await readiness(fallbacks, runtimes.has);
    return json(isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', ...rest });
  }

  /** No browser needs the manifests, so that pages do without their addresses. */
  function platform({ releases }: Resolved<'platform'>): HttpResponse {
    const { platform, live } = releases.shown;
    const remotes = Object.entries(platform.remotes).map(([name, remote]) => {
      const { contract, singletons } = live.get(name)?.release ?? {};
      return [name, { ...remote, contract, singletons, manifest: manifestOf(live.get(name), remote) }];
    });
    const generations = generationsOf(services().runtimes);
    // Kits that know one generation only compare with these two.
    const oldest = generations.at(-1);
    return json(200, { ...platform, ...oldest, generations, remotes: Object.fromEntries(remotes) });
  }

  async function resource(resolved: Resolved<'resource'>, request: HttpRequest): Promise<HttpResponse> {
    const { target, versions } = resolved;
    const { resources, pages } = services();
    const found = await resources(target, versions, request);
    if (found) return found;
    noteKind('page');
    return pages.respond({ ...resolved, kind: 'page', target: target.page }, request);
  }

  /** Keeps responses that depend on the visitor out of shared caches, and turns failures into error pages. */
  const forVisitor =
    <Of extends Kind>(route: Route<Of>) =>
    async (resolved: Resolved<Of> & { readonly releases: Releases }, request: HttpRequest): Promise<HttpResponse> => {
      const { isPrivate, cookie } = resolved.releases;
      const response = await Promise.resolve(route(resolved, request)).catch((error: unknown) =>
        failureResponse(request.url, error),
      );
      return isPrivate ? privateResponse(response, cookie) : response;
    };

  async function preview(resolved: Resolved<'preview'>, request: HttpRequest): Promise<HttpResponse> {
    const { asked, releases } = resolved;
    const { previews, pages, targets } = services();
    const shown = asked && (await previews(asked, resolved, request));
    if (shown) return shown;
    // The same for links that have ended and for those that never were.
    const target = targets.nobodys(releases.inForce);
    const url = addressOn(request.url.origin, target);
    return pages.respond({ ...resolved, kind: 'page', target }, requestAt(request, url));
  }

  const page = forVisitor<'page' | 'data' | 'markdown'>((resolved, request) =>
    services().pages.respond(resolved, request),
  );

  const routes: { readonly [Of in Kind]: Route<Of> } = {
    health: () => {
      if (isStopping()) return json(503, { status: 'stopping' });
      return started.services ? json(200, { status: 'ok' }) : json(503, { status: 'starting' });
    },
    starting: () => text(503, 'starting\n', { 'retry-after': '1' }),
    ready,
    metrics: (_resolved, request) => metricsResponse(request, config.metricsToken, metricsState),
    'method-not-allowed': () => text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' }),
    redirect: ({ location }, request) => {
      const response = redirect(308, location);
      return location.startsWith(PREVIEW_PATH) ? secretResponse(response) : inOneHop(location, request, response);
    },
    file: ({ file }) => file,
    picture: ({ hash }, request) => services().pictures(hash, request),
    'library-picture': ({ id }, request) => services().libraryPictures(id, request),
    // Crawlers drop pages that are 404 and retry a 503.
    'no-registry': () => errorPage(503, UNAVAILABLE, { 'retry-after': '30' }),
    report: ({ releases }, request) => services().reports(request, releases),
    override: ({ releases }, request) => services().setOverrides(request, new Set(releases.assigned.live.keys())),
    platform: forVisitor<'platform'>(platform),
    page,
    data: page,
    markdown: page,
    preview: async (resolved, request) => secretResponse(await forVisitor<'preview'>(preview)(resolved, request)),
    resource: forVisitor<'resource'>(resource),
  };

  /** Another spelling of an address that leads on leads there itself. */
  async function inOneHop(location: string, request: HttpRequest, response: HttpResponse): Promise<HttpResponse> {
    const url = new URL(location, request.url.origin);
    if (!(await services().missing.leads(await tagVersions.current(), url))) return response;
    const moved = requestAt(request, url);
    const next = await respond(await resolve(moved), moved);
    return next.headers?.location !== undefined || next.status === 410 ? next : response;
  }

  const dispatch = <Of extends Kind>(resolved: Resolved<Of>, request: HttpRequest) =>
    routes[resolved.kind](resolved, request);

  const found = (resolved: Resolved, request: HttpRequest): MaybePromise<HttpResponse> =>
    started.services?.pages.hit(resolved, request) ?? dispatch(resolved, request);

  function orRedirect(
    resolved: Parameters<Services['missing']['at']>[0],
    request: HttpRequest,
    response: HttpResponse,
  ): MaybePromise<HttpResponse> {
    return response.status === 404 ? services().missing.at(resolved, request, response) : response;
  }

  function respond(resolved: Resolved, request: HttpRequest): MaybePromise<HttpResponse> {
    noteKind(REQUEST_KINDS[resolved.kind] ?? 'other');
    if (!isOfPage(resolved)) return found(resolved, request);
    const orLead = (response: HttpResponse) => orRedirect(resolved, request, response);
    if (request.url.search === '') return andThen(found(resolved, request), orLead);
    return andThen(services().missing.ofQuery(resolved, request), (lead) => {
      if (lead?.location) return services().missing.respondTo(resolved, lead, NOTHING);
      return andThen(found(resolved, request), (response) =>
        lead ? services().missing.respondTo(resolved, lead, response) : orLead(response),
      );
    });
  }

  return (request) => andThen(resolve(request), (resolved) => respond(resolved, request));
}
