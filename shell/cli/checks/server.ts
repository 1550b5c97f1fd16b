import { earlyChunk } from '@ki/shared/contract/early.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { afterPromoting } from '../../registry/moves.ts';
import { readStored } from '../../registry/store/store.ts';
import { createLineups } from '../../server/lineup/lineup.ts';
import type { Bundle } from '../../server/renderers/bundle.ts';
import type { Renderer } from '../../server/renderers/renderer.ts';
import { withRenderer } from '../with-renderer.ts';
import type { Check, Subject } from './subject.ts';

const UNAVAILABLE = 503;

async function storedBundle({ release, store }: Subject): Promise<Bundle> {
  const { name, version, server } = release;
  const code = await readStored(store, release, server.path);
  if (integrityOf(code) !== server.integrity) throw new Error('the bundle does not have the stated hash');
  return { name, version, code };
}

async function assertRoutes({ release }: Subject, bundle: Bundle, renderer: Renderer): Promise<void> {
  const [missing] = await renderer.unmatched(bundle, release.routes);
  if (missing) throw new Error(`the release owns ${missing}, but its module has no route for it`);
}

async function assertResources({ release }: Subject, bundle: Bundle, renderer: Renderer): Promise<void> {
  const [declared, found] = [release.resources ?? [], await renderer.resourcePaths(bundle)];
  const unsaid = found.find((path) => !declared.includes(path));
  if (unsaid) throw new Error(`the module answers ${unsaid}; expected it in its package.json under remote.resources`);
  const missing = declared.find((path) => !found.includes(path));
  if (missing) throw new Error(`the release owns ${missing}, but its module has no resource for it`);
}

/** Resolves with what is wrong with a page, if anything is. */
async function faultOf(subject: Subject, bundle: Bundle, renderer: Renderer, address: string): Promise<string | null> {
  const { registry, release, config, hasBackend } = subject;
  const { platform } = createLineups(afterPromoting(registry, release), config).usual;
  const page = await renderer.page({ url: new URL(address, config.siteUrl), platform, bundle });
  if (page.status >= 400 && (page.status !== UNAVAILABLE || hasBackend))
    return `${address} renders with status ${page.status}`;
  if (!('early' in page) || page.early === null || earlyChunk(page.early) in release.chunks) return null;
  return `${address} names the early script ${page.early}, which the release does not have`;
}

/** The server bundle runs with the shell's singletons and renders every page that needs no parameter. */
export const server: Check = async (subject) => {
  const { release, hasBackend, config } = subject;
  const bundle = await storedBundle(subject);
  const pages = release.staffOnly ? [] : release.routes.filter((pattern) => !/[:*]/.test(pattern));
  await withRenderer(config.supabase, async ({ renderer, printed }) => {
    await assertRoutes(subject, bundle, renderer);
    await assertResources(subject, bundle, renderer);
    for (const page of pages) {
      const fault = await faultOf(subject, bundle, renderer, page);
      if (fault) throw new Error([fault, ...printed.slice(0, 1)].join(': '));
    }
  });
  if (release.staffOnly) return 'loads; pages for staff are not rendered on the server';
  if (pages.length === 0) return 'loads; every page needs a parameter';
  return `renders ${pages.join(' ')}${hasBackend ? '' : ', with a backend that fails: the platform does not run'}`;
};
