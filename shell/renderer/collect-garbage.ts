import v8 from 'node:v8';
import vm from 'node:vm';

const SOON_MS = 250;

type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/** V8's own collection, which programs may call only when they ask for it. */
function collector(): Collect {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as Collect;
}

/**
 * Returns what says that megabytes were let go. They are collected soon, and once for all that come meanwhile: V8 by
 * itself would wait until its heap has grown by several versions of a remote, and not give that memory back.
 */
export function garbageCollection(): () => void {
  const collect = collector();
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    const run = () => {
      isDue = false;
      void collect({ type: 'major', execution: 'async' });
    };
    setTimeout(run, SOON_MS).unref();
  };
}
