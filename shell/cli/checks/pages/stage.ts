import { connect, reader } from '@ki/shared/data/clients.ts';
import { readSite, siteOf } from '@ki/shared/data/site.ts';
import { lookup } from 'mrmime';
import { readStored } from '../../../registry/store/store.ts';
import { createPageRenderer } from '../../../server/document/pages.ts';
import { type HttpResponse, text } from '../../../server/http/http-response.ts';
import { foundRuntimes, ownRuntime } from '../../../server/render/runtime-folders.ts';
import { loadRuntimes, type Runtimes } from '../../../server/render/runtimes.ts';
import { startWorkerPool, type WorkerPool } from '../../../server/render/worker-pool.ts';
import { addressed, assetsAt, createReleaseSets } from '../../../server/resolve/release-set.ts';
import { createTargets, isDataPath } from '../../../server/resolve/target.ts';
import { applyLook, lookOf, siteFile } from '../../../server/site/look.ts';
import { bundleOf, withOwnBuild } from '../../with-worker.ts';
import { entryAfterPromoting, type Subject } from '../subject.ts';

const OPEN = { 'access-control-allow-origin': '*' };

/** A shell as browsers meet it once a release is live. */
export interface Stage {
  readonly site: string;
  /** The document or the data of an address, or a file of the shell or of the release; `null` for anything else. */
  readonly respond: (url: URL, isDocument: boolean) => Promise<HttpResponse | null>;
  readonly isOfRelease: (address: string) => boolean;
  readonly isBackend: (url: URL) => boolean;
  /** Whether a shell answers for what this one has not. */
  readonly isRunning: boolean;
}

async function showSite({ hasBackend, config }: Subject, runtimes: Runtimes): Promise<void> {
  if (!hasBackend) return;
  connect(config.supabase);
  const shown = lookOf(siteOf(await readSite(await reader())));
  applyLook(shown);
  runtimes.applySite(shown.site);
}

/** `null` where this machine has no whole runtime of the release's generation. */
export async function withStage<T>(subject: Subject, use: (stage: Stage) => Promise<T>): Promise<T | null> {
  const { release, registry, store, config, origin } = subject;
  const { siteUrl, dataDir, supabase } = config;
  const pools: WorkerPool[] = [];
  const startPool = (program: string) => {
    const onLog = () => undefined;
    const pool = startWorkerPool({ count: 1, program, supabase: { ...supabase, site: siteUrl }, onLog });
    pools.push(pool);
    return pool;
  };
  try {
    const runtimes = await withOwnBuild(async () =>
      loadRuntimes(await ownRuntime(), await foundRuntimes(dataDir), startPool),
    );
    const files = runtimes.of(release.contract)?.files;
    if (!files) return null;
    await showSite(subject, runtimes);
    const entry = entryAfterPromoting(registry, release, origin);
    const remotes = { ...registry.remotes, [release.name]: entry };
    const { defaultSet } = createReleaseSets({ ...registry, remotes }, config);
    const { folder } = addressed(entry, release, assetsAt(registry, config.port));
    const { find: findTarget } = createTargets(runtimes);
    const { render } = createPageRenderer({
      modules: { load: (_name, live) => bundleOf(store, live.release) },
      onFailure: () => undefined,
      siteUrl,
      updateSite: () => true,
    });

    async function ofRelease(url: URL): Promise<HttpResponse> {
      const path = decodeURI(url.href.slice(folder.length));
      const body = await readStored(store, release, path).catch(() => null);
      if (!body) return text(404, '', OPEN);
      return { status: 200, headers: { ...OPEN, 'content-type': lookup(path) ?? 'application/octet-stream' }, body };
    }

    return await use({
      site: siteUrl,
      isOfRelease: (address) => address.startsWith(folder),
      isBackend: ({ origin: of }) => of === new URL(supabase.url).origin,
      isRunning: subject.hasBackend,
      async respond(url, isDocument) {
        if (url.href.startsWith(folder)) return ofRelease(url);
        if (url.origin !== new URL(siteUrl).origin) return null;
        const file = files.get(url.pathname) ?? siteFile(url.pathname);
        if (file) return file;
        if (!isDocument && !isDataPath(url.pathname)) return null;
        const target = findTarget(url, defaultSet);
        return target.kind === 'resource' ? null : (await render(target, null)).response;
      },
    });
  } finally {
    for (const pool of pools) pool.end();
  }
}
