import { run } from './run.mjs';
import { DEMO_LOGIN, invitationScript } from './services.mjs';

/** @typedef {ReadonlyArray<readonly [label: string, text: string]>} Lines */

/**
 * How somebody gets into the admin area: what to print once everything is up. The demo has its account. A database of
 * the operator's has an invitation for as long as nobody is staff, made anew at each start.
 * @param {import('./environment.mjs').Settings} settings @returns {Promise<Lines>}
 */
export async function wayIn(settings) {
  if (settings.isDemo) return [['login', DEMO_LOGIN]];
  const { hasDatabase, adminEmail } = settings;
  if (hasDatabase) return invited(settings);
  return adminEmail ? [['start', `${adminEmail} is not invited: ${WITHOUT_DATABASE}`]] : [];
}

const WITHOUT_DATABASE =
  'that takes DATABASE_URL, the connection string of the project, or select private.invite(…) as docs/deployment.md says';

/** @param {import('./environment.mjs').Settings} settings @returns {Promise<Lines>} */
async function invited(settings) {
  /** @type {string[]} */
  const lines = [];
  const { command, args, cwd, env } = invitationScript(settings);
  const code = await run(command, args, { cwd, env, onLine: (line) => lines.push(line), limitMs: 15_000 });
  if (code !== 0) return [['start', `nobody could be invited: ${lines.join(' ') || `code ${code}`}`]];
  return lines.map((line) => ['invitation', line]);
}
