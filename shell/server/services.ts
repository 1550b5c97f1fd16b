import path from 'node:path';
import { connect } from '@ki/shared/data/clients.ts';
import { databaseRegistry } from '../registry/database/database-registry.ts';
import { fileRegistry } from '../registry/file-registry.ts';
import type { Overrides } from '../src/overrides/overrides.ts';
import type { Problem } from '../src/remotes/problem.ts';
import { createFallbacks } from './code/fallbacks.ts';
import { createProblemLog } from './code/problem-log.ts';
import { createRemoteModules } from './code/remote-modules.ts';
import { createReports } from './code/reports.ts';
import type { Config } from './config.ts';
import type { FollowedContent } from './content/follow.ts';
import { createContributions } from './contributions/contributions.ts';
import { keepContributions } from './contributions/keep-contributions.ts';
import { countVersions } from './counts/version-counts.ts';
import { compact } from './http/encode.ts';
import { keepFiles } from './http/kept-files.ts';
import { rateLimit, TooManySearches } from './http/rate-limit.ts';
import type { Context, Reply } from './http/reply.ts';
import { NOT_STORED } from './http/sharing.ts';
import type { WebRequest } from './http/web-request.ts';
import type { Lineup } from './lineup/lineup.ts';
import { log as writeLog } from './log/log.ts';
import { countingFetch } from './metrics/counting-fetch.ts';
import { countQuestion, countRendererEnd } from './metrics/metrics.ts';
import { createOverrideAnswers } from './overrides/answer-overrides.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { WEB_ROOT } from './pages/assets.ts';
import { countPages } from './pages/count-pages.ts';
import { addressOn } from './pages/keep/page-address.ts';
import { createPageCache, type Served } from './pages/keep/page-cache.ts';
import { dataPlace, pagePlaces } from './pages/keep/places.ts';
import { MEGABYTE } from './pages/keep/rooms.ts';
import { limitRenders, limitsFor } from './pages/limit-renders.ts';
import { createPageData } from './pages/page-data.ts';
import { createPages } from './pages/pages.ts';
import { rendererProgram } from './renderers/program.ts';
import { startRenderers } from './renderers/renderers.ts';

const ASSETS = '/assets/';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const FOR_A_DAY = 'public, max-age=86400';
const NO_FILE: Reply = { status: 404, headers: NOT_STORED, body: '' };
const SERVER_FAILURE = 500;
const PUBLIC_ROOT = path.join(import.meta.dirname, '..', 'public');

/** Who asks, as far as it changes what is answered. */
export interface Visitor {
  readonly lineup: Lineup;
  readonly overrides: Overrides | null;
}

/** What the server needs before it can answer pages. */
export async function startServices(config: Config, following: Promise<FollowedContent>) {
  const { supabase, shellToken, dataDir, workers: count } = config;
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
  const content = await following;
  const limited = limitRenders(limitsFor(count));
  const allowsSearch = rateLimit(config.searchesPerMinute, config.proxies);
  const render = createPages({ renderers, modules, note });
  const load = createPageData({ renderers, modules, note });
  const keptPages = createPageCache({
    async make({ pathname, search, isData = false }, lineup) {
      const made = await (isData ? load : render)(addressOn(config.siteUrl, pathname, search), lineup);
      const { body, ...rest } = made.answer;
      const type = rest.headers?.['content-type'] ?? '';
      return rest.status < SERVER_FAILURE ? { ...made, answer: { ...rest, ...(await compact(body, type)) } } : made;
    },
    content,
    limited,
    maxBytes: 48 * MEGABYTE,
  });
  const pagePlace = pagePlaces();
  const counts = countVersions(shellToken ? databaseRegistry({ supabase, token: shellToken }) : fileRegistry(dataDir));
  const counted = countPages(counts, fallbacks);

  /** Nobody else's: it is made for this visitor alone. */
  async function ownPage(url: URL, lineup: Lineup): Promise<Served> {
    const { answer } = await limited(() => render(url, lineup));
    return { answer, isKept: false, outcome: 'unknown' };
  }

  /** What is at an address, its document or its data, at once where that is kept. */
  function keptAnswers(placeOf: typeof pagePlace) {
    async function made(request: WebRequest, context: Context, lineup: Lineup, isAnew: boolean): Promise<Served> {
      const current = await fallbacks.forPage(placeOf(context.url, lineup).owner, lineup);
      const place = placeOf(context.url, current);
      const beforeFresh = () => {
        if (place.search !== '' && !allowsSearch(request, context)) throw new TooManySearches();
      };
      return keptPages.get(place, current, { isAnew, beforeFresh });
    }
    return (request: WebRequest, context: Context, lineup: Lineup): Served | Promise<Served> => {
      const current = fallbacks.inForce(lineup);
      const place = placeOf(context.url, current);
      const owner = current === lineup ? place.owner : placeOf(context.url, lineup).owner;
      return counted(owner, lineup, (isAnew) => {
        const kept = isAnew ? null : keptPages.kept(place, current);
        return kept ?? made(request, context, lineup, isAnew);
      });
    };
  }
  const document = keptAnswers(pagePlace);
  const pageData = keptAnswers((url, lineup) => dataPlace(pagePlace(url, lineup)));

  /** A page as this visitor gets it. What runs from a development server is not kept. */
  function page(request: WebRequest, context: Context, { lineup, overrides }: Visitor): Served | Promise<Served> {
    if (!overrides) return document(request, context, lineup);
    return ownPage(context.url, withOverrides(fallbacks.inForce(lineup), overrides));
  }

  const contribute = createContributions({ renderers, modules });
  const contributions = keepContributions({ contribute, content, limited, siteUrl: config.siteUrl });
  /** What remotes contribute besides pages; `null`: nothing of that kind is at this address. */
  const contribution = (url: URL, lineup: Lineup): Promise<Reply | null> | null =>
    pagePlace(url, lineup).owner === undefined ? contributions(url, fallbacks.inForce(lineup)) : null;

  await renderers.ready;
  return {
    file,
    fallbacks,
    page,
    pageData,
    contribution,
    renderersBytes: renderers.residentBytes,
    overrides: createOverrideAnswers(config),
    reports: createReports(log, fallbacks, counts, config.proxies),
  };
}
