import { createServer } from 'node:http';
import { announce } from '../registry/announcement.ts';
import { OVERRIDES_PATH } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/problem.ts';
import { type Config, readConfig } from './config.ts';
import { createListener } from './http/listener.ts';
import { refuseMalformed } from './http/refuse-malformed.ts';
import { type Context, json, onlyReads, type Reply, redirect, text } from './http/reply.ts';
import { withoutTrailingSlash } from './http/request-address.ts';
import { forOneVisitor } from './http/sharing.ts';
import { stopGracefully } from './http/stop-gracefully.ts';
import type { WebRequest } from './http/web-request.ts';
import { followRegistry } from './lineup/live-registry.ts';
import { log, logAs } from './log/log.ts';
import { noteKind } from './log/request-context.ts';
import type { State } from './metrics/metrics.ts';
import { overridesInForce } from './overrides/overrides-in-force.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { errorPage, failureAnswer, UNAVAILABLE } from './pages/error-page.ts';
import { pageReply } from './pages/page-reply.ts';
import { answerMetrics } from './probes/answer-metrics.ts';
import { createReadiness } from './probes/readiness.ts';
import { startServices, type Visitor } from './services.ts';

type Services = Awaited<ReturnType<typeof startServices>>;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    log('error', 'failed', { message: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  }
}

logAs('shell');
const config = configOrExit();
const registry = followRegistry(config);
const readiness = createReadiness(config, registry);
const overridesOf = overridesInForce(config);
let services: Services | undefined;

async function answer(request: WebRequest, context: Context): Promise<Reply> {
  const { url } = context;
  if (url.pathname === '/healthz') {
    noteKind('probe');
    if (isStopping()) return json(503, { status: 'stopping' });
    return services ? json(200, { status: 'ok' }) : json(503, { status: 'starting' });
  }
  if (!services) return text(503, 'starting\n', { 'retry-after': '1' });
  if (request.method === 'POST') return posted(services, request, context);
  if (request.method !== 'GET' && request.method !== 'HEAD') return onlyReads();
  const elsewhere = withoutTrailingSlash(url);
  if (elsewhere !== null) return redirect(308, elsewhere);
  const current = services;
  if (url.pathname === '/readyz') {
    noteKind('probe');
    const { ready, ...rest } = await readiness(current.fallbacks);
    return json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...rest });
  }
  if (url.pathname === '/metrics') {
    noteKind('probe');
    return answerMetrics(request, context, config.metricsToken, () => stateOf(current));
  }
  const file = services.file(url.pathname);
  if (file) {
    noteKind('file');
    return file;
  }
  const lineups = await registry.current();
  if (!lineups) return withoutRegistry();
  const cookies = request.headers.get('cookie');
  const { lineup, cookie } = lineups.choose(cookies);
  const visitor = { lineup, overrides: await overridesOf(cookies) };
  const reply =
    url.pathname === '/platform.json' ? platform(services, visitor) : await page(services, visitor, request, context);
  return lineups.isSplit || visitor.overrides ? forOneVisitor(reply, cookie) : reply;
}

/** Nobody knows what there is, so no page may be called missing: crawlers come again. */
const withoutRegistry = () => errorPage(503, UNAVAILABLE, { 'retry-after': '30' });

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
  return json(200, withOverrides(fallbacks.inForce(lineup), overrides ?? {}).platform);
}

async function page(services: Services, visitor: Visitor, request: WebRequest, context: Context): Promise<Reply> {
  const { url } = context;
  noteKind('page');
  try {
    const contribution = await services.contribution(url, visitor.lineup);
    if (!contribution) return pageReply(await services.page(request, context, visitor));
    noteKind('feed');
    return contribution;
  } catch (error) {
    return failureAnswer(url, error);
  }
}

const server = createServer(createListener(answer, config));
server.on('clientError', refuseMalformed);
const isStopping = stopGracefully(server);
server.on('error', (error: NodeJS.ErrnoException) => {
  const message = error.code === 'EADDRINUSE' ? `port ${config.port} of the shell is taken` : error.message;
  log('error', 'failed', { message });
  process.exit(1);
});
server.listen(config.port, config.host, async () => {
  services = await startServices(config);
  await announce(config);
  log('info', 'listening', { message: `shell served on port ${config.port}` });
});
