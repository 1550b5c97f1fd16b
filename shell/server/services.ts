import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Overrides } from '../src/overrides/overrides.ts';
import type { Problem } from '../src/remotes/problem.ts';
import { WEB_ROOT } from './assets.ts';
import { garbageCollection } from './collect-garbage.ts';
import { compressOnce } from './compress-once.ts';
import type { Config } from './config.ts';
import { contentVersionOf } from './content-version.ts';
import { createContributions } from './contributions/contributions.ts';
import { createFallbacks } from './fallbacks.ts';
import { keepFiles, sendKept } from './kept-files.ts';
import type { Lineup } from './lineup.ts';
import { countedFetch } from './metrics/counted-fetch.ts';
import { createOverrideAnswers } from './overrides/answer-overrides.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { createPageCache } from './page-cache.ts';
import { createPages } from './pages.ts';
import { createProblemLog } from './problem-log.ts';
import { createRemoteModules } from './remote-modules.ts';
import { loadRenderer } from './renderer.ts';
import { createReports } from './reports.ts';

const ASSETS = '/assets/';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';
const PUBLIC_ROOT = path.join(import.meta.dirname, '..', 'public');

/** What the server needs before it can answer pages. */
export async function startServices(config: Config) {
  const renderer = loadRenderer();
  renderer.connect({ ...config.supabase, fetch: countedFetch });
  const [built, fixed] = await Promise.all([keepFiles(WEB_ROOT), keepFiles(PUBLIC_ROOT)]);
  /** Answers addresses of the shell's own files; `false` when it is none. */
  const files = (pathname: string, request: IncomingMessage, response: ServerResponse): boolean => {
    if (!pathname.startsWith(ASSETS)) return sendKept(fixed, pathname, FOR_A_DAY, request, response);
    const address = pathname.slice(ASSETS.length - 1);
    if (!sendKept(built, address, FOR_GOOD, request, response)) response.writeHead(404).end();
    return true;
  };
  const log = createProblemLog();
  const note = (problem: Problem) => log(problem, 'server');
  const modules = createRemoteModules(renderer.singletons, note, garbageCollection());
  const fallbacks = createFallbacks(modules, config);
  const pages = createPages({ renderer, modules, note });
  const compressedPages = async (url: URL, lineup: Lineup) => {
    const answer = await pages(url, lineup);
    return answer.status === 200 ? { ...answer, fill: await compressOnce(answer.body) } : answer;
  };
  const keptPages = createPageCache(compressedPages, contentVersionOf(renderer.reader, config.supabase.url));

  /** A page as this visitor gets it. What runs from a development server is nobody else's, and is not kept. */
  async function page(url: URL, lineup: Lineup, overrides: Overrides | null) {
    if (overrides) return pages(url, withOverrides(fallbacks.inForce(lineup), overrides));
    const owner = renderer.ownerOf(lineup.platform.remotes, url.pathname);
    return keptPages(url, await fallbacks.forPage(owner, lineup));
  }

  return {
    files,
    fallbacks,
    page,
    contributions: createContributions({ renderer, modules }),
    overrides: createOverrideAnswers(config),
    reports: createReports(log, fallbacks),
  };
}
