import path from 'node:path';
import { connect, reader } from '@ki/shared/data/clients.ts';
import type { Overrides } from '../src/overrides/overrides.ts';
import { ownerOf } from '../src/remotes/owner.ts';
import type { Problem } from '../src/remotes/problem.ts';
import { createFallbacks } from './code/fallbacks.ts';
import { createProblemLog } from './code/problem-log.ts';
import { createRemoteModules } from './code/remote-modules.ts';
import { createReports } from './code/reports.ts';
import type { Config } from './config.ts';
import { createContributions } from './contributions/contributions.ts';
import { keepContributions } from './contributions/keep-contributions.ts';
import { compact } from './http/encode.ts';
import { keepFiles } from './http/kept-files.ts';
import { rateLimit, TooManySearches } from './http/rate-limit.ts';
import { type Context, type Reply, sizeOf } from './http/reply.ts';
import { NOT_STORED } from './http/sharing.ts';
import type { WebRequest } from './http/web-request.ts';
import type { Lineup } from './lineup/lineup.ts';
import { log as writeLog } from './log/log.ts';
import { countingFetch } from './metrics/counting-fetch.ts';
import { countQuestion, countRendererEnd } from './metrics/metrics.ts';
import { createOverrideAnswers } from './overrides/answer-overrides.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { WEB_ROOT } from './pages/assets.ts';
import { contentVersionOf } from './pages/keep/content-version.ts';
import { pageAddress } from './pages/keep/page-address.ts';
import { createPageCache, MEGABYTE, type Served } from './pages/keep/page-cache.ts';
import { limitRenders, limitsFor } from './pages/limit-renders.ts';
import { createPages } from './pages/pages.ts';
import { rendererProgram } from './renderers/program.ts';
import { startRenderers } from './renderers/renderers.ts';

const ASSETS = '/assets/';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';
const NO_FILE: Reply = { status: 404, headers: NOT_STORED, body: '' };
/** Statuses of answers that are kept. */
const KEPT: readonly number[] = [200, 404];
const PUBLIC_ROOT = path.join(import.meta.dirname, '..', 'public');

/** Who asks, as far as it changes what is answered. */
export interface Visitor {
  readonly lineup: Lineup;
  readonly overrides: Overrides | null;
}

/** What the server needs before it can answer pages. */
export async function startServices(config: Config) {
  const { supabase, workers: count } = config;
  const renderers = startRenderers({
    count,
    program: await rendererProgram(),
    supabase,
    onSaid: (level, message) => writeLog(level, 'console', { message }),
    onQuestion: countQuestion,
    onEnd(why) {
      countRendererEnd();
      writeLog('error', 'renderer_ended', { message: why });
    },
  });
  connect({ ...supabase, fetch: countingFetch(countQuestion) });
  const [built, fixed] = await Promise.all([keepFiles(WEB_ROOT, FOR_GOOD), keepFiles(PUBLIC_ROOT, FOR_A_DAY)]);
  /** The shell's own file at an address; `undefined` when there is none, where there may be something else. */
  const file = (pathname: string): Reply | undefined =>
    pathname.startsWith(ASSETS) ? (built.get(pathname.slice(ASSETS.length - 1)) ?? NO_FILE) : fixed.get(pathname);
  const log = createProblemLog();
  const note = (problem: Problem) => log(problem, 'server');
  const modules = createRemoteModules((bundle) => renderers.leastBusy().load(bundle), note);
  const fallbacks = createFallbacks(modules, config);
  const contentVersion = contentVersionOf(reader, supabase.url);
  const limited = limitRenders(limitsFor(count));
  const allowsSearch = rateLimit(config.searchesPerMinute, config.proxies);
  const render = createPages({ renderers, modules, note });
  const pages = (url: URL, lineup: Lineup) => limited(() => render(url, lineup));
  const keptPages = createPageCache<Reply>({
    render: async (url, lineup) => {
      const { body, ...answer } = await pages(url, lineup);
      return { ...answer, ...(KEPT.includes(answer.status) ? await compact(body, 'text/html') : { body }) };
    },
    contentVersion,
    maxBytes: 128 * MEGABYTE,
    sizeOf,
  });
  const ownerIn = ({ platform }: Lineup, { pathname }: URL) => ownerOf(platform.remotes, pathname);

  /** A page as this visitor gets it. What runs from a development server is nobody else's, and is not kept. */
  async function page(request: WebRequest, context: Context, { lineup, overrides }: Visitor): Promise<Served<Reply>> {
    const { url } = context;
    if (overrides)
      return { answer: await pages(url, withOverrides(fallbacks.inForce(lineup), overrides)), isKept: false };
    const owner = ownerIn(lineup, url);
    const current = await fallbacks.forPage(owner, lineup);
    const address = pageAddress(url, owner, current);
    return keptPages(address, current, () => {
      if (address.search !== '' && !allowsSearch(request, context)) throw new TooManySearches();
    });
  }

  const contributions = keepContributions(createContributions({ renderers, modules }), contentVersion, limited);
  /** What remotes contribute besides pages; `null`: nothing of that kind is at this address. */
  const contribution = async (url: URL, lineup: Lineup) =>
    ownerIn(lineup, url) === undefined ? contributions(url, fallbacks.inForce(lineup)) : null;

  await renderers.ready;
  return {
    file,
    fallbacks,
    page,
    contribution,
    renderersBytes: renderers.residentBytes,
    overrides: createOverrideAnswers(config),
    reports: createReports(log, fallbacks, config.proxies),
  };
}
