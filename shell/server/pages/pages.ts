import { PAGE_STATE_ID } from '../../src/app/page-state.ts';
import { hasOverrides } from '../../src/overrides/overrides.ts';
import { isBrowserOnly } from '../../src/remotes/browser-only.ts';
import { ownerOf } from '../../src/remotes/owner.ts';
import type { Problem } from '../../src/remotes/problem.ts';
import type { RemoteModules } from '../code/remote-modules.ts';
import { redirect } from '../http/reply.ts';
import type { Lineup, LiveRemote } from '../lineup/lineup.ts';
import type { Bundle } from '../renderers/bundle.ts';
import type { Renderers } from '../renderers/renderers.ts';
import { type Script, shellScripts } from './assets.ts';
import { documentOf } from './document.ts';
import type { Fill } from './keep/compress-once.ts';
import { NONCE_PLACE } from './keep/nonce.ts';
import { contentSecurityPolicy, DOCUMENT_HEADERS, integrityPolicy, OPENER_POLICY } from './security-headers.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body compressed, of a page that may be kept. */
  readonly fill?: Fill | null;
}

interface PageServices {
  readonly renderers: Pick<Renderers, 'leastBusy'>;
  readonly modules: RemoteModules;
  readonly note: (problem: Problem) => void;
}

/** Scripts that a remote's page needs, in the order in which the browser will ask for them. */
function hintsFor({ release, address }: LiveRemote, routeIds: readonly string[]): Script[] {
  const files = [release.entry, ...['module', ...routeIds].flatMap((id) => release.chunks[id] ?? [])];
  const unique = new Map(files.map((file) => [file.path, file]));
  return [...unique.values()].map((file) => ({ src: address(file), integrity: file.integrity }));
}

/** Answers addresses with rendered documents. */
export function createPages({ renderers, modules, note }: PageServices) {
  const scripts = shellScripts();

  async function bundleOf(name: string, live: LiveRemote): Promise<Bundle | null> {
    try {
      return await modules.load(name, live);
    } catch {
      // Reported where it was loaded; the page says that its owner is not reachable.
      return null;
    }
  }

  return async (url: URL, lineup: Lineup): Promise<Answer> => {
    const { platform, live } = lineup;
    const owner = ownerOf(platform.remotes, url.pathname);
    const liveOwner = owner === undefined || isBrowserOnly(platform.remotes[owner]) ? undefined : live.get(owner);
    const bundle = owner && liveOwner ? await bundleOf(owner, liveOwner) : null;
    const page = await renderers.leastBusy().page({ url, platform, bundle });
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
      body: documentOf({ page, nonce, pageStateId: PAGE_STATE_ID, scripts, hints }),
    };
  };
}
