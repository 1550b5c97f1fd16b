import { singletonVersions } from '@ki/shared/federation/singleton-versions.ts';
import { DATA_PATH, RELEASE } from '../src/app/data/page-data.ts';
import { OVERRIDES_PATH } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/problem.ts';
import type { Config } from './config.ts';
import type { FollowedContent } from './content/follow.ts';
import { after } from './http/after.ts';
import { type Context, type Handler, json, onlyReads, type Reply, redirect, text } from './http/reply.ts';
import { withoutTrailingSlash } from './http/request-address.ts';
import { forOneVisitor } from './http/sharing.ts';
import type { WebRequest } from './http/web-request.ts';
import { followDatabase } from './lineup/database-registry.ts';
import type { Lineups } from './lineup/lineup.ts';
import { followRegistry, type RegistrySource } from './lineup/live-registry.ts';
import { noteKind } from './log/request-context.ts';
import type { State } from './metrics/metrics.ts';
import { overridesInForce } from './overrides/overrides-in-force.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { errorPage, failureAnswer, UNAVAILABLE } from './pages/error-page.ts';
import { addressOn } from './pages/keep/page-address.ts';
import { OTHER_RELEASE } from './pages/page-data.ts';
import { pageReply } from './pages/page-reply.ts';
import { answerMetrics } from './probes/answer-metrics.ts';
import { createReadiness } from './probes/readiness.ts';
import type { startServices, Visitor } from './services.ts';

type Services = Awaited<ReturnType<typeof startServices>>;
type Replied = Reply | Promise<Reply>;

const isData = ({ pathname }: URL) => pathname.startsWith(`${DATA_PATH}/`);

/** Nobody knows what there is, so no page may be called missing: crawlers come again. */
const withoutRegistry = () => errorPage(503, UNAVAILABLE, { 'retry-after': '30' });

/** The file of this machine, or the database, which tells of a change of the registry as it does of the content. */
function followLive(config: Config, content: Promise<FollowedContent>): RegistrySource {
  const { supabase, shellToken } = config;
  if (!shellToken) return followRegistry(config);
  return followDatabase(config, { supabase, token: shellToken }, async (listener) =>
    (await content).onChange(listener),
  );
}

/** Answers every address, of which it chooses who does; until `services` has something, that the shell is starting. */
export function createAnswer(
  config: Config,
  content: Promise<FollowedContent>,
  services: () => Services | undefined,
  isStopping: () => boolean,
): Handler {
  const registry = followLive(config, content);
  const readiness = createReadiness(config, registry);
  const overridesOf = overridesInForce(config);
  /** What it brings, for those who check a release on another machine. */
  const singletons = singletonVersions();

  function healthz(): Reply {
    noteKind('probe');
    if (isStopping()) return json(503, { status: 'stopping' });
    return services() ? json(200, { status: 'ok' }) : json(503, { status: 'starting' });
  }

  async function readyz({ fallbacks }: Services): Promise<Reply> {
    noteKind('probe');
    const { ready, ...rest } = await readiness(fallbacks);
    return json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...rest });
  }

  async function stateOf({ fallbacks, renderersBytes }: Services): Promise<State> {
    const lineups = await registry.current();
    return {
      isRegistryGood: registry.problem() === null,
      standIns: lineups ? Object.keys(fallbacks.standIns(lineups.usual)) : [],
      renderersBytes: renderersBytes(),
    };
  }

  async function posted({ reports, overrides }: Services, request: WebRequest, context: Context): Promise<Reply> {
    const lineups = await registry.current();
    if (!lineups) return withoutRegistry();
    const { lineup } = lineups.choose(request.headers.get('cookie'));
    if (context.url.pathname === REPORTS_PATH) {
      noteKind('report');
      return reports(request, context, lineups, lineup);
    }
    if (context.url.pathname === OVERRIDES_PATH) {
      noteKind('override');
      return overrides(request, context, new Set(lineup.live.keys()));
    }
    return onlyReads();
  }

  function platform({ fallbacks }: Services, { lineup, overrides }: Visitor): Reply {
    noteKind('platform');
    return json(200, { ...withOverrides(fallbacks.inForce(lineup), overrides ?? {}).platform, singletons });
  }

  /** A page's data, if they are of the release that asks. */
  function data(current: Services, { lineup }: Visitor, request: WebRequest, context: Context): Replied {
    noteKind('data');
    const { origin, pathname, search } = context.url;
    const url = addressOn(origin, pathname.slice(DATA_PATH.length), search);
    const asked = request.headers.get(RELEASE);
    return after(current.pageData(request, { ...context, url }, lineup), ({ answer }) => {
      const release = answer.headers?.[RELEASE];
      return release === undefined || release === asked ? answer : OTHER_RELEASE;
    });
  }

  function found(current: Services, visitor: Visitor, request: WebRequest, context: Context): Replied {
    if (isData(context.url)) return data(current, visitor, request, context);
    noteKind('page');
    return after(current.contribution(context.url, visitor.lineup), (contribution) => {
      if (!contribution) return after(current.page(request, context, visitor), pageReply);
      noteKind('feed');
      return contribution;
    });
  }

  function page(current: Services, visitor: Visitor, request: WebRequest, context: Context): Replied {
    const failed = (error: unknown) => failureAnswer(context.url, error);
    try {
      const reply = found(current, visitor, request, context);
      return reply instanceof Promise ? reply.catch(failed) : reply;
    } catch (error) {
      return failed(error);
    }
  }

  /** What depends on who asks. */
  function visited(current: Services, lineups: Lineups, request: WebRequest, context: Context): Replied {
    const cookies = request.headers.get('cookie');
    const { lineup, cookie } = lineups.choose(cookies);
    return after(overridesOf(cookies), (overrides) => {
      const visitor = { lineup, overrides };
      const isPlatform = context.url.pathname === '/platform.json';
      const reply = isPlatform ? platform(current, visitor) : page(current, visitor, request, context);
      if (!lineups.isSplit && !overrides) return reply;
      return after(reply, (made) => forOneVisitor(made, cookie));
    });
  }

  return (request, context) => {
    const { url } = context;
    if (url.pathname === '/healthz') return healthz();
    const current = services();
    if (!current) return text(503, 'starting\n', { 'retry-after': '1' });
    if (request.method === 'POST') return posted(current, request, context);
    if (request.method !== 'GET' && request.method !== 'HEAD') return onlyReads();
    const elsewhere = isData(url) ? null : withoutTrailingSlash(url);
    if (elsewhere !== null) return redirect(308, elsewhere);
    if (url.pathname === '/readyz') return readyz(current);
    if (url.pathname === '/metrics') {
      noteKind('probe');
      return answerMetrics(request, context, config.metricsToken, () => stateOf(current));
    }
    const file = current.file(url.pathname);
    if (file) {
      noteKind('file');
      return file;
    }
    return after(registry.current(), (lineups) =>
      lineups ? visited(current, lineups, request, context) : withoutRegistry(),
    );
  };
}
