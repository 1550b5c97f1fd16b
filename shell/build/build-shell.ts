/** `build-shell.ts` builds the shell unless it is built from the same sources. */
import { isBuilt, messageOf, reportedBuild } from './build.ts';
import { ROOT } from './workspace.ts';

try {
  const isDone = (await isBuilt(ROOT, 'shell')) || (await reportedBuild('shell', 1, () => 1)) !== null;
  process.exitCode = isDone ? 0 : 1;
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
