import { paths } from '@ki/shared/contract/paths.ts';
import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import type { Preview } from '@ki/shared/contract/preview.ts';
import { pageScript } from '@ki/shared/federation/container.ts';
import type { ReleaseFile } from '../../registry/schema.ts';
import { PAGE_STATE_ID, RELEASE } from '../../src/app/page-state.ts';
import type { RemoteFailure } from '../../src/remotes/remote-failure.ts';
import type { Rendered } from '../cache/page-cache.ts';
import { addressOn } from '../http/http-request.ts';
import {
  NOT_STORED,
  privateResponse,
  redirect,
  renderedResponse,
  type TextResponse,
  text,
} from '../http/http-response.ts';
import { memo, memoize } from '../http/send.ts';
import { type Bundle, moduleOf } from '../render/messages.ts';
import type { RemoteModules } from '../render/remote-modules.ts';
import type { Script } from '../render/runtimes.ts';
import type { MarkdownTarget, PageTarget } from '../resolve/target.ts';
import { look } from '../site/look.ts';
import type { TagVersions, Update } from '../tags/tag-versions.ts';
import type { LiveRemote, Outcome } from '../types.ts';
import {
  contentSecurityPolicy,
  DOCUMENT_HEADERS,
  documentOf,
  type Hint,
  integrityPolicy,
  OPENER_POLICY,
  withUsedTokens,
} from './document.ts';
import { REQUEST_ID_STYLE } from './error-page.ts';
import { previewResponse, type ShownPreview } from './previews.ts';

const scriptsOf = ({ address }: LiveRemote, files: readonly ReleaseFile[]): Script[] =>
  files.map((file) => ({ src: address(file), integrity: file.integrity }));

/** The script of the innermost route that has one, and what it does not contain: the chunks of routes around it. */
function hintsIn(remote: LiveRemote, routeIds: readonly string[]): readonly Hint[] {
  const { entry, chunks } = remote.release;
  const chunksOf = (...names: readonly string[]) => names.flatMap((name) => chunks[name] ?? []);
  const page = routeIds.findLast((id) => chunks[pageScript(id)]) ?? '';
  const [script] = chunksOf(pageScript(page));
  const contained = new Set(script && chunksOf('module', page).map((file) => file.path));
  const others = [...(script ? [] : [entry]), ...chunksOf('module', ...routeIds)];
  const files = new Map(others.filter((file) => !contained.has(file.path)).map((file) => [file.path, file]));
  const hints = scriptsOf(remote, [...files.values()]);
  return script ? [...scriptsOf(remote, [script]).map((one) => ({ ...one, hasEntry: true })), ...hints] : hints;
}

/** They are the same whenever a page is rendered. */
const hintsOf = memoize((remote: LiveRemote) => memo((page: string) => hintsIn(remote, page.split(' '))));

const preHydrationFor = (remote: LiveRemote, name: string | null) =>
  name === null ? [] : scriptsOf(remote, remote.release.chunks[preHydrationChunk(name)] ?? []);

const DATA_VARY = `${RELEASE}, accept-encoding`;
const DATA_HEADERS = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: DATA_VARY,
} as const;
/** On 404 the page reads by itself, or follows its loader's redirect. */
const NO_DATA: TextResponse = text(404, 'no data\n', NOT_STORED);
export const OTHER_RELEASE: TextResponse = text(409, 'another release is in force\n', {
  ...NOT_STORED,
  vary: DATA_VARY,
});

/** The address has no text as Markdown: it is answered as a page. */
export const NO_MARKDOWN: TextResponse = text(404, 'no text\n', NOT_STORED);
const MARKDOWN_HEADERS = {
  'content-type': 'text/markdown; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

/**
 * At a page's own address no shared cache stores the text, as the documents there do not vary by `Accept`. See
 * docs/decisions/0076.
 */
function negotiated(response: TextResponse, pathname: string): TextResponse {
  const { headers, ...rest } = privateResponse(response);
  return {
    ...rest,
    body: response.body,
    headers: { ...headers, vary: 'accept, accept-encoding', 'content-location': `${pathname}.md` },
  };
}

/** A 503 is the backend's failure; the remote's query caused any other refusal. */
export function outcomeOf({ status, failure }: { readonly status: number; readonly failure: string | null }): Outcome {
  if (failure !== null) return 'failed';
  if (status === 503) return 'unknown';
  return status >= 400 && status !== 404 ? 'failed' : 'rendered';
}

/** The sign-in, and what browsers render: staff pages. */
const hasSession = ({ owner, remote, pathname }: PageTarget) =>
  !remote && (owner !== undefined || pathname === paths.login);

interface Services {
  readonly modules: Pick<RemoteModules, 'load'>;
  readonly onFailure: (failure: RemoteFailure) => void;
  readonly siteUrl: string;
  readonly updateSite: Update;
}

export interface RenderedText extends Rendered {
  readonly response: TextResponse;
}

export function createPageRenderer({ modules, onFailure, siteUrl, updateSite }: Services) {
  /** `null` when the code cannot be loaded: the page then says that its owner is unavailable. */
  const bundleOf = async ({ owner, remote }: Pick<PageTarget, 'owner' | 'remote'>): Promise<Bundle | null> =>
    owner !== undefined && remote ? modules.load(owner, remote).catch(() => null) : null;

  function report({ release: { name, version } }: LiveRemote, failure: string | null): void {
    if (failure !== null) onFailure({ remote: name, version, phase: 'render', message: failure });
  }

  /** In a worker of the runtime on which the owner's code runs. */
  async function renderPage(target: PageTarget, preview?: Preview) {
    const { owner, remote, runtime, inDocument } = target;
    const bundle = await bundleOf(target);
    const of = { url: addressOn(siteUrl, target), platform: inDocument.platform, owner, bundle };
    const page = await runtime.workers.leastBusy().page({ ...of, ...(preview && { preview }) });
    if (remote && !('location' in page)) report(remote, page.failure);
    return { page, isLoaded: bundle !== null };
  }

  async function renderDocument(target: PageTarget): Promise<RenderedText> {
    const { remote, releaseSet, inDocument } = target;
    const { app, hydrationLoader, chunks } = target.runtime.scripts;
    // A remote without a runtime has no code in the document, which is of another generation.
    const code = remote && inDocument.live.get(remote.release.name);
    const { page, isLoaded } = await renderPage(target);
    const { dependencies, status } = page;
    if ('location' in page) return { response: redirect(status, page.location, NOT_STORED), dependencies };
    const used = withUsedTokens(status < 500 ? page.styles : page.styles + REQUEST_ID_STYLE, page.html);
    const styles = used + look().style;
    const headers = {
      ...DOCUMENT_HEADERS,
      ...(hasSession(target) ? OPENER_POLICY : {}),
      ...integrityPolicy(inDocument),
      'content-security-policy': contentSecurityPolicy(inDocument, styles),
    };
    const body = documentOf({
      page: { ...page, styles },
      pageStateId: PAGE_STATE_ID,
      hasOtherGenerations: inDocument.live.size < releaseSet.live.size,
      app,
      hydrationLoader,
      preHydration: code ? preHydrationFor(code, page.preHydration) : [],
      hints: code ? hintsOf(code)(page.routeIds.join(' ')) : page.routeIds.flatMap((id) => chunks[id] ?? []),
    });
    const outcome = remote && !isLoaded ? 'failed' : outcomeOf(page);
    return { response: renderedResponse(status, headers, body), dependencies, outcome };
  }

  async function renderData(target: PageTarget): Promise<RenderedText> {
    const { remote, runtime } = target;
    const bundle = await bundleOf(target);
    if (!remote || !bundle) return { response: NO_DATA, dependencies: null, outcome: remote ? 'failed' : 'unknown' };
    const data = await runtime.workers.leastBusy().data(addressOn(siteUrl, target), bundle);
    const { dependencies, status } = data;
    if ('location' in data) return { response: NO_DATA, dependencies };
    report(remote, data.failure);
    const headers = { ...DATA_HEADERS, [RELEASE]: moduleOf(remote.release) };
    return { response: renderedResponse(status, headers, data.json), dependencies, outcome: outcomeOf(data) };
  }

  async function renderMarkdown(target: MarkdownTarget): Promise<RenderedText> {
    const bundle = await bundleOf(target);
    if (!bundle) return { response: NO_MARKDOWN, dependencies: null, outcome: 'failed' };
    const url = addressOn(siteUrl, target);
    const worker = target.runtime.workers.leastBusy();
    const { status, dependencies, text: body } = await worker.pageText(url, !target.isNegotiated, bundle);
    if (status === 404) return { response: NO_MARKDOWN, dependencies };
    const headers = { ...MARKDOWN_HEADERS, link: `<${url.href}>; rel="canonical"` };
    const response = renderedResponse(status, headers, body);
    const isFailed = status >= 500;
    return {
      response: target.isNegotiated && !isFailed ? negotiated(response, target.pathname) : response,
      dependencies,
      outcome: isFailed ? 'unknown' : 'rendered',
    };
  }

  async function renderPreview(target: PageTarget, versions: TagVersions | null, preview: ShownPreview) {
    await updateSite(versions);
    const { page } = await renderPage(target, preview.row);
    if ('location' in page) throw new Error('the page of a preview leads elsewhere');
    return previewResponse(page, preview);
  }

  function renderTarget(target: PageTarget | MarkdownTarget): Promise<RenderedText> {
    if (target.kind === 'markdown') return renderMarkdown(target);
    return target.kind === 'data' ? renderData(target) : renderDocument(target);
  }

  async function render(target: PageTarget | MarkdownTarget, versions: TagVersions | null): Promise<RenderedText> {
    const isSiteCurrent = await updateSite(versions);
    const rendered = await renderTarget(target);
    return isSiteCurrent ? rendered : { ...rendered, dependencies: null };
  }

  return { render, renderPreview };
}
