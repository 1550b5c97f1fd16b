import { ensureBrowser, findFirefox, findNginx } from '../scripts/testing/browsers.ts';
import { promoteGenerations } from './fixtures/given-suite.ts';
import { dataDirOfPlatform } from './platform/running-platform.ts';

/** Finds the programs under test. Workers read the configuration again, with these variables. */
export default async function findPrograms(): Promise<void> {
  const { env } = process;
  env.E2E_BROWSER = await ensureBrowser();
  env.E2E_FIREFOX ??= findFirefox() ?? '';
  env.E2E_NGINX ??= findNginx() ?? '';
  await promoteGenerations(dataDirOfPlatform());
}
