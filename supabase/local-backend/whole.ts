/** Says whether a start would open what lies in DATA_DIR, and ends with 1 and the reason if not. Opens nothing itself. */
import { requireWhole } from './backup/restore.ts';
import { readConfiguration } from './configuration.ts';
import { requireComplete } from './database/embedded.ts';

try {
  const { DATA_DIR } = readConfiguration(process.env);
  requireWhole(DATA_DIR);
  process.stdout.write(requireComplete(DATA_DIR) ? 'complete\n' : 'not there yet; npm start makes it\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
