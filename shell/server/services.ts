import path from 'node:path';
import { applySite } from '@ki/shared/contract/site.ts';
import { connect, reader } from '@ki/shared/data/clients.ts';
import { readPreview } from '@ki/shared/data/read-preview.ts';
import { readPageSlugs, readRedirects, readSite } from '@ki/shared/data/site.ts';
import { openRegistry, overHttp } from '../registry/registry.ts';
import type { RemoteFailure } from '../src/remotes/remote-failure.ts';
import type { Config } from './config.ts';
import { createMissing } from './document/missing.ts';
import { createPageService } from './document/page-service.ts';
import { createPageRenderer } from './document/pages.ts';
import { createPreviewService } from './document/previews.ts';
import type { HttpResponse, MaybePromise } from './http/http-response.ts';
import { loadStaticFiles, makeDeltas, NO_FILE, SITE_FILES } from './http/static-files.ts';
import { log } from './log.ts';
import { countQuery, countWorkerEnd } from './metrics.ts';
import { countCanaries, countPages } from './ops/canary-counts.ts';
import { countMissing } from './ops/missing-addresses.ts';
import { createFailureLog, createReports } from './ops/remote-failures.ts';
import { countingFetch } from './render/counting-fetch.ts';
import { limitRenders, limitsFor } from './render/limit.ts';
import { createRemoteModules } from './render/remote-modules.ts';
import { foundRuntimes, keepRuntime, ownRuntime } from './render/runtime-folders.ts';
import { loadRuntimes } from './render/runtimes.ts';
import { startWorkerPool } from './render/worker-pool.ts';
import { createFallbacks } from './resolve/fallbacks.ts';
import { createOverrideSetter } from './resolve/overrides.ts';
import { pageAddresses } from './resolve/page-addresses.ts';
import { createRedirects } from './resolve/redirects.ts';
import { createLoadable } from './resolve/resolve.ts';
import { createTargets } from './resolve/target.ts';
import { createIcons, ICON_ADDRESSES } from './site/icons.ts';
import { applyLook, FAVICON, FOR_A_DAY, lookOf, siteFile } from './site/look.ts';
import { findLibraryPicture, limitPictureReads, readPicture } from './site/pictures.ts';
import { createResourceRenderer, createResourceService } from './site/resources.ts';
import { followSite } from './site/site-source.ts';
import { followTag, type TagVersionSource } from './tags/tag-versions.ts';

const PUBLIC_ROOT = path.join(import.meta.dirname, '..', 'public');

export async function startServices(config: Config, tagVersions: TagVersionSource) {
  const { supabase, shellToken: token, siteUrl, workers: count, dataDir } = config;
  const notice = (what: string) => (error: unknown) => log('warn', 'notice', { message: `${what}: ${String(error)}` });
  const startPool = (program: string, isNewest: boolean) =>
    startWorkerPool({
      count: isNewest ? count : Math.ceil(count / 2),
      program,
      supabase: { ...supabase, site: siteUrl },
      onLog: (level, message) => log(level, 'console', { message }),
      onQuery: countQuery,
      onEnd(why) {
        countWorkerEnd();
        log('error', 'worker_ended', { message: why });
      },
    });
  connect({ ...supabase, fetch: countingFetch(countQuery) });
  const own = await ownRuntime();
  const [runtimes, fixed] = await Promise.all([
    loadRuntimes(own, await foundRuntimes(dataDir), startPool),
    loadStaticFiles(PUBLIC_ROOT, FOR_A_DAY, '/'),
  ]);
  const workerOf = (contract?: number) => runtimes.orNewest(contract).workers.leastBusy();
  const kept = keepRuntime(dataDir, own).catch(notice('the runtime of this shell was not kept for the next one'));
  const deltas = makeDeltas(runtimes.newest.files, path.join(dataDir, 'served-scripts')).catch(
    notice("not all deltas of the shell's scripts could be made"),
  );
  const updateSite = followSite({
    read: async () => readSite(await reader()),
    dataDir,
    apply(stored) {
      const shown = lookOf(stored);
      applyLook(shown);
      applySite(shown.site);
      runtimes.applySite(shown.site);
    },
  });
  const targets = createTargets(runtimes);
  const updatePages = followTag({
    tag: 'pages',
    what: 'the addresses of pages',
    take: async () => targets.takePages(pageAddresses(await readPageSlugs(await reader()))),
  });
  const redirects = createRedirects(siteUrl);
  const updateRedirects = followTag({
    tag: 'redirects',
    what: 'the redirects',
    take: async () => redirects.take(await readRedirects(await reader())),
  });
  const failureLog = createFailureLog();
  const onFailure = (failure: RemoteFailure) => failureLog(failure, 'server');
  const modules = createRemoteModules((bundle) => workerOf(bundle.contract).load(bundle), onFailure, runtimes.has);
  const fallbacks = createFallbacks(modules, config);
  const loadable = createLoadable({ modules, fallbacks, targets });
  const limited = limitRenders(limitsFor(count, config.renderBudget));
  const call = overHttp({ supabase, token });
  const pictureReads = limitPictureReads();
  const registry = openRegistry(call);
  const counts = countCanaries(registry);
  const { render, renderPreview } = createPageRenderer({ modules, onFailure, siteUrl, updateSite });
  const pages = createPageService({
    render,
    tagVersions,
    limited,
    loadable,
    targets,
    counted: countPages(counts),
  });
  const resources = createResourceService({
    render: createResourceRenderer({
      workerOf: (bundle) => workerOf(bundle?.contract),
      modules,
      fallbacks,
      siteUrl,
      updateSite,
    }),
    tagVersions,
    limited,
  });

  const icons = createIcons({
    favicon: () => siteFile(FAVICON) ?? fixed.get(FAVICON),
    rasterize: (svg) => workerOf().rasterize(svg),
  });
  const files = new Map([...runtimes.all.flatMap(({ files: own }) => [...own]), ...fixed]);

  /** Another shell may already show a logo that this one has not read. */
  async function siteFileOfNow(pathname: string): Promise<HttpResponse> {
    await updateSite(await tagVersions.current());
    return siteFile(pathname) ?? NO_FILE;
  }

  function fileAt(pathname: string): MaybePromise<HttpResponse> {
    const file = siteFile(pathname) ?? files.get(pathname) ?? icons(pathname);
    return file ?? (pathname.startsWith(SITE_FILES) ? siteFileOfNow(pathname) : NO_FILE);
  }

  await Promise.all([runtimes.newest.workers.ready, deltas, kept]);
  return {
    files: new Set([...files.keys(), ...ICON_ADDRESSES]),
    fileAt,
    fallbacks,
    targets,
    updatePages,
    missing: createMissing({ redirects, update: updateRedirects, count: countMissing(registry) }),
    pages,
    previews: createPreviewService({
      read: async (asked) => readPreview(await reader(), asked),
      render: renderPreview,
      siteUrl,
      limited,
      loadable,
      targets,
    }),
    resources,
    pictures: pictureReads(readPicture(call)),
    libraryPictures: pictureReads(findLibraryPicture(call)),
    reports: createReports(failureLog, fallbacks, counts),
    setOverrides: createOverrideSetter(config),
    runtimes,
    workerBytes: runtimes.residentBytes,
  };
}
