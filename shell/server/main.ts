import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { announce } from '../registry/announcement.ts';
import { OVERRIDES_PATH } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/problem.ts';
import { type Config, readConfig } from './config.ts';
import { sendResponse } from './contributions/send-response.ts';
import { answerObserved } from './http/answer-observed.ts';
import { json, type Reply, redirect, send, text } from './http/http.ts';
import { refuseMalformed } from './http/refuse-malformed.ts';
import { requestAddress, withoutTrailingSlash } from './http/request-address.ts';
import { stopGracefully } from './http/stop-gracefully.ts';
import { followRegistry } from './lineup/live-registry.ts';
import { log, logAs } from './log/log.ts';
import { noteKind } from './log/request-context.ts';
import type { State } from './metrics/metrics.ts';
import { overridesInForce } from './overrides/overrides-in-force.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { errorPage, failureAnswer, UNAVAILABLE } from './pages/error-page.ts';
import { TRANSPORT_SECURITY } from './pages/security-headers.ts';
import { sendPage } from './pages/send-page.ts';
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

const isOverTls = ({ socket, headers }: IncomingMessage) =>
  config.siteUrl.startsWith('https:') || config.proxies.isOverTls(socket.remoteAddress, headers['x-forwarded-proto']);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isOverTls(request)) response.setHeader('strict-transport-security', TRANSPORT_SECURITY);
  const url = requestAddress(request.url ?? '', config.siteUrl);
  if (!url)
    return send(request, response, text(400, 'malformed address; expected a path of this site, like /workshops\n'));
  if (url.pathname === '/healthz') {
    noteKind('probe');
    if (isStopping()) return send(request, response, json(503, { status: 'stopping' }));
    return send(request, response, services ? json(200, { status: 'ok' }) : json(503, { status: 'starting' }));
  }
  if (!services) return send(request, response, text(503, 'starting\n', { 'retry-after': '1' }));
  if (request.method === 'POST') return send(request, response, await posted(services, request, url.pathname));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(request, response, text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' }));
  }
  const elsewhere = withoutTrailingSlash(url);
  if (elsewhere !== null) return send(request, response, redirect(308, elsewhere));
  const current = services;
  if (url.pathname === '/readyz') {
    noteKind('probe');
    const { ready, ...rest } = await readiness(current.fallbacks);
    return send(request, response, json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...rest }));
  }
  if (url.pathname === '/metrics') {
    noteKind('probe');
    return send(request, response, await answerMetrics(request, config.metricsToken, () => stateOf(current)));
  }
  if (services.files(url.pathname, request, response)) return noteKind('file');
  const lineups = await registry.current();
  if (!lineups) return send(request, response, withoutRegistry());
  const { lineup, cookie } = lineups.choose(request.headers.cookie);
  if (cookie) response.setHeader('set-cookie', cookie);
  const overrides = await overridesOf(request.headers.cookie);
  if (url.pathname === '/platform.json') {
    noteKind('platform');
    const { platform } = withOverrides(services.fallbacks.inForce(lineup), overrides ?? {});
    return send(request, response, json(200, platform));
  }
  await page(services, { lineup, overrides }, request, response, url);
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

async function posted({ reports, overrides }: Services, request: IncomingMessage, pathname: string): Promise<Reply> {
  const lineups = await registry.current();
  if (!lineups) return withoutRegistry();
  const { lineup } = lineups.choose(request.headers.cookie);
  if (pathname === REPORTS_PATH) {
    noteKind('report');
    return reports(request, lineups, lineup);
  }
  if (pathname === OVERRIDES_PATH) {
    noteKind('override');
    return overrides(request, new Set(lineup.live.keys()));
  }
  return text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' });
}

async function page(
  services: Services,
  visitor: Visitor,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  noteKind('page');
  try {
    const contribution = await services.contribution(url, visitor.lineup);
    if (contribution) {
      noteKind('feed');
      sendResponse(request, response, contribution);
    } else await sendPage(request, response, await services.page(request, url, visitor));
  } catch (error) {
    await send(request, response, failureAnswer(url, error));
  }
}

const server = createServer(answerObserved(answer, ({ socket }) => config.proxies.areTrusted(socket.remoteAddress)));
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
