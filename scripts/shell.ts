// `pnpm shell`: one shell alone, for a Supabase project and remotes that are elsewhere. It is ready as soon as it serves;
// its `/readyz` names what does not answer behind it.
import { ownUrl, urlOf } from '../shared/process/ports.ts';
import { readConfig } from '../shell/server/config.ts';
import { buildShell } from './build.ts';
import { shellService, startService } from './services.ts';
import { requireFree } from './settings.ts';
import { createSupervisor, runUntilSignal } from './supervisor.ts';
import { CommandError, print, printLog } from './terminal.ts';

function configOf(environment: NodeJS.ProcessEnv) {
  try {
    return readConfig(environment);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

const supervisor = createSupervisor({ onEvent: print, onOutput: printLog });
runUntilSignal(supervisor, async (isStopping) => {
  const { host, supabase, ...config } = configOf(process.env);
  await requireFree([{ port: config.port, owner: 'the shell', variable: 'PORT' }]);
  await buildShell();
  if (isStopping()) return;
  await startService(supervisor, shellService(config, supabase), `${ownUrl(host, config.port)}/healthz`);
  print('ready', urlOf(host, config.port));
});
