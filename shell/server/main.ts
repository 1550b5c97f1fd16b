import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { OVERRIDES_PATH, type Overrides } from '../src/overrides/overrides.ts';
import { REPORTS_PATH } from '../src/remotes/problem.ts';
import { announce } from './announcement.ts';
import { type Config, readConfig } from './config.ts';
import { sendResponse } from './contributions/send-response.ts';
import { json, type Reply, redirect, send, text } from './http.ts';
import type { Lineup } from './lineup.ts';
import { followRegistry } from './live-registry.ts';
import { readOverrideCookie } from './overrides/override-cookie.ts';
import { withOverrides } from './overrides/with-overrides.ts';
import { readiness } from './readiness.ts';
import { requestAddress, withoutTrailingSlash } from './request-address.ts';
import { sendPage } from './send-page.ts';
import { startServices } from './services.ts';
import { stopWithParent } from './stop-with-parent.ts';

type Services = Awaited<ReturnType<typeof startServices>>;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

const config = configOrExit();
const registry = followRegistry(config);
let services: Services | undefined;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = requestAddress(request.url ?? '', config.siteUrl);
  if (!url)
    return send(request, response, text(400, 'malformed address; expected a path of this site, like /workshops\n'));
  if (url.pathname === '/healthz') {
    return send(request, response, services ? json(200, { status: 'ok' }) : json(503, { status: 'starting' }));
  }
  if (!services) return send(request, response, text(503, 'starting\n', { 'retry-after': '1' }));
  if (request.method === 'POST') return send(request, response, await posted(services, request, url.pathname));
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return send(request, response, text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' }));
  }
  const elsewhere = withoutTrailingSlash(url);
  if (elsewhere !== null) return send(request, response, redirect(308, elsewhere));
  if (url.pathname === '/readyz') {
    const { ready, ...rest } = await readiness(config, registry, services.fallbacks);
    return send(request, response, json(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...rest }));
  }
  if (services.files(url.pathname, request, response)) return;
  const lineups = await registry.current();
  if (!lineups) return send(request, response, withoutRegistry());
  const { lineup, cookie } = lineups.choose(request.headers.cookie);
  if (cookie) response.setHeader('set-cookie', cookie);
  const overrides = readOverrideCookie(request.headers.cookie, config.overrides.secret);
  if (url.pathname === '/platform.json') {
    const { platform } = withOverrides(services.fallbacks.inForce(lineup), overrides ?? {});
    return send(request, response, json(200, platform));
  }
  await page(services, { lineup, overrides }, request, response, url);
}

/** Nobody knows what there is, so no page may be called missing: crawlers come again. */
const withoutRegistry = () =>
  text(503, 'Zurzeit nicht verfügbar.\n', { 'retry-after': '30', 'cache-control': 'no-store' });

async function posted({ reports, overrides }: Services, request: IncomingMessage, pathname: string): Promise<Reply> {
  const lineups = await registry.current();
  if (!lineups) return withoutRegistry();
  const { lineup } = lineups.choose(request.headers.cookie);
  if (pathname === REPORTS_PATH) return reports(request, lineups, lineup);
  if (pathname === OVERRIDES_PATH) return overrides(request, new Set(lineup.live.keys()));
  return text(405, 'only GET and HEAD\n', { allow: 'GET, HEAD' });
}

interface Visitor {
  readonly lineup: Lineup;
  readonly overrides: Overrides | null;
}

async function page(
  services: Services,
  { lineup, overrides }: Visitor,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  try {
    const contribution = await services.contributions(url, services.fallbacks.inForce(lineup));
    if (contribution) await sendResponse(request, response, contribution);
    else await sendPage(request, response, await services.page(url, lineup, overrides));
  } catch (error) {
    console.error(`${url.pathname}:`, error);
    await send(request, response, text(500, 'Die Seite konnte nicht erzeugt werden.\n'));
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error('request failed:', error);
    response.destroy();
  });
});
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `port ${config.port} of the shell is taken` : error.message);
  process.exit(1);
});
server.listen(config.port, '127.0.0.1', async () => {
  services = await startServices(config);
  await announce(config);
  console.log(`shell served on port ${config.port}`);
});
stopWithParent(() => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
