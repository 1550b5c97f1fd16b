import { hashInAddress, idInAddress, PICTURES_PATH } from '@ki/shared/contract/pictures.ts';
import { PREVIEW_PATH, type PreviewAddress, previewAt } from '@ki/shared/contract/preview.ts';
import { OVERRIDES_PATH, type Overrides } from '../../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../../src/remotes/remote-failure.ts';
import { type HttpRequest, otherSpelling, prefersMarkdown } from '../http/http-request.ts';
import { andThen, type HttpResponse, type MaybePromise } from '../http/http-response.ts';
import { ASSETS, NO_FILE, SITE_FILES } from '../http/static-files.ts';
import type { RemoteModules } from '../render/remote-modules.ts';
import type { TagVersionSource, TagVersions, Update } from '../tags/tag-versions.ts';
import type { ReleaseSet } from '../types.ts';
import type { Fallbacks } from './fallbacks.ts';
import { COOKIE as OVERRIDE_COOKIE, withOverrides } from './overrides.ts';
import type { RegistrySource } from './registry-source.ts';
import type { ReleaseSets } from './release-set.ts';
import {
  isDataPath,
  type MarkdownTarget,
  type PageTarget,
  type ResourceTarget,
  type Target,
  type Targets,
} from './target.ts';

/** The release sets of a request, one after the other rule. */
export interface Releases {
  readonly releaseSets: ReleaseSets;
  /** With the canaries of the visitor's share. */
  readonly assigned: ReleaseSet;
  /** With fallback releases in place of those that cannot be loaded: for data, resources, texts and previews. */
  readonly inForce: ReleaseSet;
  /** With the visitor's overrides: for documents. */
  readonly shown: ReleaseSet;
  readonly isPrivate: boolean;
  readonly cookie?: string | undefined;
}

interface ForVisitor {
  readonly releases: Releases;
}

export interface ForReader extends ForVisitor {
  /** Those of when the request came, `null` when unknown. */
  readonly versions: TagVersions | null;
}

interface Kinds {
  readonly health: object;
  readonly starting: object;
  readonly ready: object;
  readonly metrics: object;
  readonly 'method-not-allowed': object;
  readonly redirect: { readonly location: string };
  readonly file: { readonly file: HttpResponse };
  readonly picture: { readonly hash: string };
  readonly 'library-picture': { readonly id: string };
  readonly 'no-registry': object;
  readonly report: ForVisitor;
  readonly override: ForVisitor;
  readonly platform: ForVisitor;
  readonly preview: ForReader & { readonly asked: PreviewAddress | null };
  readonly page: ForReader & { readonly target: PageTarget };
  readonly data: ForReader & { readonly target: PageTarget };
  readonly resource: ForReader & { readonly target: ResourceTarget };
  readonly markdown: ForReader & { readonly target: MarkdownTarget };
}

export type Kind = keyof Kinds;

export type Resolved<Of extends Kind = Kind> = { readonly [One in Of]: { readonly kind: One } & Kinds[One] }[Of];

const NO_REGISTRY = { kind: 'no-registry' } as const;
const PROBES: Readonly<Record<string, Resolved<'ready' | 'metrics'>>> = {
  '/readyz': { kind: 'ready' },
  '/metrics': { kind: 'metrics' },
};
const FOR_VISITORS: Readonly<Record<string, 'report' | 'override'>> = {
  [REPORTS_PATH]: 'report',
  [OVERRIDES_PATH]: 'override',
};

export interface Resolvable {
  /** Addresses of files outside of their folders. */
  readonly files: Pick<ReadonlySet<string>, 'has'>;
  readonly fileAt: (pathname: string) => MaybePromise<HttpResponse>;
  readonly fallbacks: Pick<Fallbacks, 'failing' | 'inForce'>;
  readonly targets: Targets;
  /** Waits, if it must, until the addresses of pages are those of now. */
  readonly updatePages: Update;
}

interface Sources {
  readonly registry: Pick<RegistrySource, 'current'>;
  readonly tagVersions: Pick<TagVersionSource, 'current'>;
  readonly overridesOf: (cookies: string | null) => MaybePromise<Overrides | null>;
  readonly started: { readonly services?: Resolvable };
}

/** The rules that decide which releases a request gets, in their order; `null` as long as there is no registry. */
function releasesFor(
  { method, headers }: HttpRequest,
  { fallbacks }: Pick<Resolvable, 'fallbacks'>,
  { registry, overridesOf }: Pick<Sources, 'registry' | 'overridesOf'>,
): MaybePromise<Releases | null> {
  const cookies = headers.get('cookie');
  return andThen(registry.current(), (releaseSets) => {
    if (!releaseSets) return null;
    const { hasCanary, defaultSet } = releaseSets;
    const { releaseSet: assigned, cookie } = hasCanary ? releaseSets.assign(cookies) : { releaseSet: defaultSet };
    const inForce = fallbacks.failing.size === 0 ? assigned : fallbacks.inForce(assigned);
    const releases: Releases = { releaseSets, assigned, inForce, shown: inForce, isPrivate: hasCanary, cookie };
    // Nothing that is sent gets a document.
    if (method === 'POST' || !cookies?.includes(OVERRIDE_COOKIE)) return releases;
    return andThen(overridesOf(cookies), (overrides) =>
      overrides ? { ...releases, shown: withOverrides(inForce, overrides), isPrivate: true } : releases,
    );
  });
}

/** A document with overrides is the visitor's own. */
function shownTo({ inForce, shown }: Releases, target: Target, { targets }: Resolvable, url: URL): Target {
  if (shown === inForce || target.kind === 'data') return target;
  const page = targets.own(url, shown);
  return 'page' in target ? { ...target, page } : page;
}

export function createResolver({ tagVersions, started, ...sources }: Sources) {
  function targetOf(request: HttpRequest, reader: ForReader, current: Resolvable): MaybePromise<Resolved> {
    const { url, headers } = request;
    const find = () => current.targets.find(url, reader.releases.inForce, prefersMarkdown(headers.get('accept')));
    const resolved = (found: Target): Resolved => {
      const target = shownTo(reader.releases, found, current, url);
      // The compiler does not see that a target has its own kind.
      return { kind: target.kind, ...reader, target } as Resolved<Target['kind']>;
    };
    const target = find();
    const updated = target.mayBePage && current.updatePages(reader.versions);
    return updated instanceof Promise ? updated.then(() => resolved(find())) : resolved(target);
  }

  function read(request: HttpRequest, releases: Releases, current: Resolvable): MaybePromise<Resolved> {
    const { pathname } = request.url;
    if (pathname === '/platform.json') return { kind: 'platform', releases };
    return andThen(tagVersions.current(), (versions) =>
      pathname.startsWith(PREVIEW_PATH)
        ? { kind: 'preview', releases, versions, asked: previewAt(pathname) }
        : targetOf(request, { releases, versions }, current),
    );
  }

  function posted({ url }: HttpRequest, releases: Releases): Resolved {
    const kind = FOR_VISITORS[url.pathname];
    return kind ? { kind, releases } : { kind: 'method-not-allowed' };
  }

  function fileAt({ pathname }: URL, current: Resolvable): MaybePromise<Resolved> | null {
    if (current.files.has(pathname) || pathname.startsWith(ASSETS) || pathname.startsWith(SITE_FILES))
      return andThen(current.fileAt(pathname), (file) => ({ kind: 'file', file }));
    if (!pathname.startsWith(PICTURES_PATH)) return null;
    const hash = hashInAddress(pathname);
    if (hash !== null) return { kind: 'picture', hash };
    const id = idInAddress(pathname);
    return id === null ? { kind: 'file', file: NO_FILE } : { kind: 'library-picture', id };
  }

  function withoutReleases({ method, url }: HttpRequest, current: Resolvable): MaybePromise<Resolved> | null {
    if (method === 'POST') return null;
    if (method !== 'GET' && method !== 'HEAD') return { kind: 'method-not-allowed' };
    const location = isDataPath(url.pathname) ? null : otherSpelling(url);
    if (location !== null) return { kind: 'redirect', location };
    return PROBES[url.pathname] ?? fileAt(url, current);
  }

  return (request: HttpRequest): MaybePromise<Resolved> => {
    if (request.url.pathname === '/healthz') return { kind: 'health' };
    const current = started.services;
    if (!current) return { kind: 'starting' };
    const resolved = withoutReleases(request, current);
    if (resolved) return resolved;
    return andThen(releasesFor(request, current, sources), (releases) => {
      if (!releases) return NO_REGISTRY;
      return request.method === 'POST' ? posted(request, releases) : read(request, releases, current);
    });
  };
}

interface Loading {
  readonly modules: Pick<RemoteModules, 'isLoadable'>;
  readonly fallbacks: Pick<Fallbacks, 'replace' | 'inForce'>;
  readonly targets: Pick<Targets, 'again'>;
}

export type Loadable = ReturnType<typeof createLoadable>;

/** Returns a function that finds the target again in the release set with a fallback release, if it cannot be loaded. */
export function createLoadable({ modules, fallbacks, targets }: Loading) {
  return async <One extends PageTarget | MarkdownTarget>(
    target: One,
    { assigned }: Pick<Releases, 'assigned'>,
    url: URL,
  ) => {
    const { owner, releaseSet } = target;
    const remote = owner === undefined ? undefined : releaseSet.live.get(owner);
    if (!owner || !remote || (await modules.isLoadable(owner, remote))) return target;
    await fallbacks.replace(owner, remote);
    const inForce = fallbacks.inForce(assigned);
    return inForce === releaseSet ? target : targets.again(target, url, inForce);
  };
}
