/** Loaded into a shell by `--import`: on SIGUSR2 it collects garbage and writes its memory to `memory.json` in `DATA_DIR`. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

process.on('SIGUSR2', async () => {
  // A second collection frees the targets of weak references.
  for (let round = 0; round < 2; round += 1) {
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }
  const file = path.join(process.env.DATA_DIR ?? '', 'memory.json');
  writeFileSync(`${file}.tmp`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.tmp`, file);
});
