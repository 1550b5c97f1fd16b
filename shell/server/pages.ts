import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { hasOverrides } from '../src/overrides/overrides.ts';
import { isBrowserOnly } from '../src/remotes/browser-only.ts';
import type { Problem } from '../src/remotes/problem.ts';
import { type Script, shellScripts } from './assets.ts';
import type { Fill } from './compress-once.ts';
import { documentOf } from './document.ts';
import { redirect } from './http.ts';
import type { Lineup, LiveRemote } from './lineup.ts';
import { NONCE_PLACE } from './nonce.ts';
import type { RemoteModules } from './remote-modules.ts';
import type { Renderer } from './renderer.ts';
import { contentSecurityPolicy, DOCUMENT_HEADERS, integrityPolicy, OPENER_POLICY } from './security-headers.ts';

const RENDER_TIMEOUT_MS = 10_000;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body compressed, of a page that may be kept. */
  readonly fill?: Fill | null;
}

interface PageServices {
  readonly renderer: Renderer;
  readonly modules: RemoteModules;
  readonly note: (problem: Problem) => void;
}

/** Scripts that a remote's page needs, in the order in which the browser will ask for them. */
function hintsFor({ release, address }: LiveRemote, routeIds: readonly string[]): Script[] {
  const files = [release.entry, ...['module', ...routeIds].flatMap((id) => release.chunks[id] ?? [])];
  const unique = new Map(files.map((file) => [file.path, file]));
  return [...unique.values()].map((file) => ({ src: address(file), integrity: file.integrity }));
}

/** Unlike `AbortSignal.timeout`, holds on to nothing once the work is done: not to the code of a version that is gone. */
async function withTimeLimit<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('rendering takes too long')), RENDER_TIMEOUT_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers addresses with rendered documents. */
export function createPages({ renderer, modules, note }: PageServices) {
  const scripts = shellScripts();

  async function moduleFor(name: string, live: LiveRemote): Promise<RemoteModule | null> {
    try {
      return await modules.load(name, live);
    } catch {
      // Reported where it was loaded; the page says that its owner is not reachable.
      return null;
    }
  }

  return async (url: URL, lineup: Lineup): Promise<Answer> => {
    const { platform, live } = lineup;
    const owner = renderer.ownerOf(platform.remotes, url.pathname);
    const liveOwner = owner === undefined || isBrowserOnly(platform.remotes[owner]) ? undefined : live.get(owner);
    const remote = owner && liveOwner ? await moduleFor(owner, liveOwner) : null;
    const page = await withTimeLimit((signal) => renderer.render({ url, platform, remote, signal }));
    if ('location' in page) return { headers: {}, ...redirect(page.status, page.location) };

    if (page.failure !== null && liveOwner) {
      note({
        remote: liveOwner.release.name,
        version: liveOwner.release.version,
        phase: 'render',
        message: page.failure,
      });
    }
    const nonce = NONCE_PLACE;
    const hints = liveOwner ? hintsFor(liveOwner, page.routeIds) : [];
    return {
      status: page.status,
      headers: {
        ...DOCUMENT_HEADERS,
        ...(liveOwner ? {} : OPENER_POLICY),
        ...integrityPolicy(lineup),
        'cache-control': page.status === 200 && !hasOverrides(platform) ? 'private, no-cache' : 'private, no-store',
        'content-security-policy': contentSecurityPolicy(lineup, nonce),
      },
      body: documentOf({ page, nonce, pageStateId: renderer.PAGE_STATE_ID, scripts, hints }),
    };
  };
}
