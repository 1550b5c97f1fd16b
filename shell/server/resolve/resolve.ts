import { hashInAddress, idInAddress, PICTURES_PATH } from '@ki/shared/contract/pictures.ts';
import { PREVIEW_PATH, type PreviewAddress, previewAt } from '@ki/shared/contract/preview.ts';
import { OVERRIDES_PATH, type Overrides } from '../../src/overrides/overrides.ts';
import { mayBePage } from '../../src/remotes/owner.ts';
import { REPORTS_PATH } from '../../src/remotes/remote-failure.ts';
import { type HttpRequest, otherSpelling } from '../http/http-request.ts';
import type { HttpResponse, MaybePromise } from '../http/http-response.ts';
import { prefersMarkdown } from '../http/prefers-markdown.ts';
import { NO_FILE } from '../http/static-files.ts';
import type { Update } from '../tags/follow-tag.ts';
import type { MarkdownTarget, PageTarget, ReleaseSet, ResourceTarget, Target } from '../types.ts';
import type { Fallbacks } from './fallbacks.ts';
import { COOKIE as OVERRIDE_COOKIE } from './overrides.ts';
import type { RegistrySource } from './registry-source.ts';
import type { ReleaseSets } from './release-set.ts';
import { type FindTarget, isDataPath, pathOfPage } from './target.ts';

export interface Visitor {
  readonly releaseSets: ReleaseSets;
  readonly assigned: ReleaseSet;
  readonly releaseSet: ReleaseSet;
  readonly overrides: Overrides | null;
  readonly isPrivate: boolean;
  readonly cookie?: string | undefined;
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
  readonly preview: { readonly visitor: Visitor; readonly asked: PreviewAddress | null };
  readonly 'no-registry': object;
  readonly report: { readonly visitor: Visitor };
  readonly override: { readonly visitor: Visitor };
  readonly platform: { readonly visitor: Visitor };
  readonly page: { readonly visitor: Visitor; readonly target: PageTarget };
  readonly data: { readonly visitor: Visitor; readonly target: PageTarget };
  readonly resource: { readonly visitor: Visitor; readonly target: ResourceTarget };
  readonly markdown: { readonly visitor: Visitor; readonly target: MarkdownTarget };
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
  readonly fileAt: (pathname: string) => MaybePromise<HttpResponse> | undefined;
  readonly fallbacks: Pick<Fallbacks, 'failing' | 'inForce'>;
  readonly findTarget: FindTarget;
  /** Waits, if it must, until the addresses of pages are those of now. */
  readonly updatePages: Update;
}

interface Sources {
  readonly registry: RegistrySource;
  readonly overridesOf: (cookies: string | null) => MaybePromise<Overrides | null>;
  readonly started: { readonly services?: Resolvable };
}

export function createResolver({ registry, overridesOf, started }: Sources) {
  function visitorOf(releaseSets: ReleaseSets, { fallbacks }: Resolvable, cookies: string | null): Visitor {
    const { hasCanary, defaultSet } = releaseSets;
    const { releaseSet: assigned, cookie } = hasCanary ? releaseSets.assign(cookies) : { releaseSet: defaultSet };
    const releaseSet = fallbacks.failing.size === 0 ? assigned : fallbacks.inForce(assigned);
    return { releaseSets, assigned, releaseSet, overrides: null, isPrivate: hasCanary, cookie };
  }

  function resolved(visitor: Visitor, request: HttpRequest, current: Resolvable): MaybePromise<Resolved> {
    const { url, headers } = request;
    if (url.pathname === '/platform.json') return { kind: 'platform', visitor };
    if (url.pathname.startsWith(PREVIEW_PATH)) return { kind: 'preview', visitor, asked: previewAt(url.pathname) };
    const found = (): Resolved => {
      const target = current.findTarget(url, visitor.releaseSet, prefersMarkdown(headers.get('accept')));
      // The compiler does not see that a target has its own kind.
      return { kind: target.kind, visitor, target } as Resolved<Target['kind']>;
    };
    const updated = mayBePage(pathOfPage(url)) && current.updatePages();
    return updated instanceof Promise ? updated.then(found) : found();
  }

  function read(request: HttpRequest, current: Resolvable, releaseSets: ReleaseSets): MaybePromise<Resolved> {
    const cookies = request.headers.get('cookie');
    const visitor = visitorOf(releaseSets, current, cookies);
    if (!cookies?.includes(OVERRIDE_COOKIE)) return resolved(visitor, request, current);
    const withThem = (overrides: Overrides | null) =>
      resolved(overrides ? { ...visitor, overrides, isPrivate: true } : visitor, request, current);
    const overrides = overridesOf(cookies);
    return overrides instanceof Promise ? overrides.then(withThem) : withThem(overrides);
  }

  async function posted(request: HttpRequest, current: Resolvable): Promise<Resolved> {
    const kind = FOR_VISITORS[request.url.pathname];
    const releaseSets = await registry.current();
    if (!releaseSets) return NO_REGISTRY;
    if (!kind) return { kind: 'method-not-allowed' };
    return { kind, visitor: visitorOf(releaseSets, current, request.headers.get('cookie')) };
  }

  return (request: HttpRequest): MaybePromise<Resolved> => {
    const { method, url } = request;
    if (url.pathname === '/healthz') return { kind: 'health' };
    const current = started.services;
    if (!current) return { kind: 'starting' };
    if (method === 'POST') return posted(request, current);
    if (method !== 'GET' && method !== 'HEAD') return { kind: 'method-not-allowed' };
    const location = isDataPath(url.pathname) ? null : otherSpelling(url);
    if (location !== null) return { kind: 'redirect', location };
    const probe = PROBES[url.pathname];
    if (probe) return probe;
    const file = current.fileAt(url.pathname);
    if (file)
      return file instanceof Promise ? file.then((found) => ({ kind: 'file', file: found })) : { kind: 'file', file };
    if (url.pathname.startsWith(PICTURES_PATH)) {
      const hash = hashInAddress(url.pathname);
      if (hash !== null) return { kind: 'picture', hash };
      const id = idInAddress(url.pathname);
      return id === null ? { kind: 'file', file: NO_FILE } : { kind: 'library-picture', id };
    }
    const found = (releaseSets: ReleaseSets | null) =>
      releaseSets ? read(request, current, releaseSets) : NO_REGISTRY;
    const releaseSets = registry.current();
    return releaseSets instanceof Promise ? releaseSets.then(found) : found(releaseSets);
  };
}
