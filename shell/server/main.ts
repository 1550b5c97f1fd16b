import { createServer } from 'node:http';
import { announce } from '../registry/announcement.ts';
import { createApp, type Started } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { limitConnections, SERVER_TIMES, stopGracefully } from './http/connections.ts';
import { forwardBackend } from './http/forward-backend.ts';
import { createListener, refuseMalformed } from './http/listener.ts';
import { log, logAs } from './log.ts';
import { generationsOf, prepareRuntimes } from './render/runtimes.ts';
import { followRegistry } from './resolve/registry-source.ts';
import type { ReleaseSets } from './resolve/release-set.ts';
import { startServices } from './services.ts';
import { startJobs } from './start-jobs.ts';
import { followNotifications } from './tags/notifications.ts';
import { followTagVersions } from './tags/tag-versions.ts';

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
const notifications = followNotifications(config.supabase);
const tagVersions = followTagVersions(notifications);
const started: Started = {};

const { supabase, shellToken: token } = config;
function prepare({ needs }: ReleaseSets): void {
  if (started.services) void prepareRuntimes(needs, started.services.runtimes);
}

const registry = followRegistry(
  { ...config, supabase: config.browserSupabase },
  { supabase, token },
  (listener) => tagVersions.onChange((isRegistryChange) => isRegistryChange && listener()),
  prepare,
);
const server = createServer(SERVER_TIMES);
limitConnections(server, config.proxies);
const forwarding = config.isForwarded
  ? forwardBackend(server, { target: supabase.url, proxies: config.proxies })
  : null;
const isStopping = stopGracefully(server, forwarding?.sockets);
const listener = createListener(createApp({ config, registry, tagVersions, started, isStopping }), config);
server.on('request', forwarding ? forwarding.beside(listener) : listener);
server.on('clientError', refuseMalformed);
server.on('error', (error: NodeJS.ErrnoException) => {
  const message = error.code === 'EADDRINUSE' ? `port ${config.port} of the shell is taken` : error.message;
  log('error', 'failed', { message });
  process.exit(1);
});
server.listen(config.port, config.host, async () => {
  const services = await startServices(config, tagVersions);
  await announce(config, generationsOf(services.runtimes));
  const { needs = [] } = (await registry.current()) ?? {};
  await prepareRuntimes(needs, services.runtimes);
  started.services = services;
  startJobs({ supabase, token }, config.jobTokens, notifications);
  log('info', 'listening', { message: `shell served on port ${config.port}` });
});
