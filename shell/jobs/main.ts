/** The jobs in a container of their own: the programs whose tokens it has. */
import { log, logAs } from '../server/log.ts';
import { PROGRAMS, startJobs } from '../server/start-jobs.ts';
import { followNotifications } from '../server/tags/notifications.ts';
import { accessFrom } from './processes/run-jobs.ts';

logAs('jobs');
const variables = [...new Set(PROGRAMS.map(({ variable }) => variable))].filter((name) => process.env[name]);
if (variables.length === 0) {
  log('error', 'failed', { message: 'no token is set; expected PICTURES_TOKEN or SOURCES_TOKEN' });
  process.exit(1);
}
for (const variable of variables) {
  const access = accessFrom(variable);
  const programs = PROGRAMS.filter((program) => program.variable === variable);
  startJobs(access, { [variable]: access.token }, followNotifications(access.supabase), { programs });
}
