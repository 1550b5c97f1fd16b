const POLL_MS = 500;

/** Calls `stop` once on SIGTERM or SIGINT, or when the process that started this one is gone. */
export function stopWithParent(stop: () => void): void {
  let stopping = false;
  const once = () => {
    if (stopping) return;
    stopping = true;
    stop();
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && once(), POLL_MS).unref();
}
