import { createServer } from 'node:http';
import { announce } from '../registry/announcement.ts';
import { createAnswer } from './answer.ts';
import { type Config, readConfig } from './config.ts';
import { followContent } from './content/follow.ts';
import { createListener } from './http/listener.ts';
import { refuseMalformed } from './http/refuse-malformed.ts';
import { stopGracefully } from './http/stop-gracefully.ts';
import { log, logAs } from './log/log.ts';
import { startServices } from './services.ts';

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
const content = followContent(config);
let services: Awaited<ReturnType<typeof startServices>> | undefined;

const server = createServer();
const isStopping = stopGracefully(server);
server.on(
  'request',
  createListener(
    createAnswer(config, content, () => services, isStopping),
    config,
  ),
);
server.on('clientError', refuseMalformed);
server.on('error', (error: NodeJS.ErrnoException) => {
  const message = error.code === 'EADDRINUSE' ? `port ${config.port} of the shell is taken` : error.message;
  log('error', 'failed', { message });
  process.exit(1);
});
server.listen(config.port, config.host, async () => {
  const started = await startServices(config, content);
  await announce(config);
  services = started;
  log('info', 'listening', { message: `shell served on port ${config.port}` });
});
