import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import type { Bundle } from '../../server/render/messages.ts';
import type { Worker } from '../../server/render/worker-pool.ts';
import { bundleOf, withWorker } from '../with-worker.ts';
import { type Check, Faults, platformWith, type Subject } from './subject.ts';

async function assertRoutes({ release }: Subject, bundle: Bundle, worker: Worker): Promise<void> {
  const [missing] = await worker.unmatched(bundle, release.routes);
  if (missing) throw new Error(`the release owns ${missing}, but its module has no route for it`);
}

async function assertResources({ release }: Subject, bundle: Bundle, worker: Worker): Promise<void> {
  const [declared, found] = [release.resources ?? [], await worker.resourcePaths(bundle)];
  const unsaid = found.find((path) => !declared.includes(path));
  if (unsaid) throw new Error(`the module answers ${unsaid}; expected it in its package.json under remote.resources`);
  const missing = declared.find((path) => !found.includes(path));
  if (missing) throw new Error(`the release owns ${missing}, but its module has no resource for it`);
}

async function faultOf(subject: Subject, bundle: Bundle, worker: Worker, address: string): Promise<string | null> {
  const { registry, release, config, hasBackend } = subject;
  const platform = platformWith(registry, release, config);
  const page = await worker.page({ url: new URL(address, config.siteUrl), platform, owner: release.name, bundle });
  if (page.status >= 400 && (page.status !== 503 || hasBackend)) return `${address} renders with status ${page.status}`;
  if (!('preHydration' in page) || page.preHydration === null || preHydrationChunk(page.preHydration) in release.chunks)
    return null;
  return `${address} names the pre-hydration script ${page.preHydration}, which the release does not have`;
}

/** The server bundle runs with the singletons of its generation and renders every page that needs no parameter. */
export const server: Check = async (subject) => {
  const { release, hasBackend, config } = subject;
  const bundle = await bundleOf(subject.store, release);
  const pages = release.staffOnly ? [] : release.routes.filter((pattern) => !/[:*]/.test(pattern));
  await withWorker({ ...config, contract: bundle.contract }, async ({ worker, printed }) => {
    await assertRoutes(subject, bundle, worker);
    await assertResources(subject, bundle, worker);
    const faults: string[] = [];
    for (const page of pages) {
      const before = printed.length;
      const fault = await faultOf(subject, bundle, worker, page);
      if (fault) faults.push([fault, ...printed.slice(before, before + 1)].join(': ').split('\n')[0] ?? fault);
    }
    if (faults.length > 0) throw new Faults(faults);
  });
  if (release.staffOnly) return 'loads; pages for staff are not rendered on the server';
  if (pages.length === 0) return 'loads; every page needs a parameter';
  return `renders ${pages.join(' ')}${hasBackend ? '' : ', with a backend that fails: the platform does not run'}`;
};
