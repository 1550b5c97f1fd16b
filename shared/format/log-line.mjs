/** @typedef {Readonly<Record<string, unknown>> & { level?: string, event: string, message?: string }} LogEntry */

const SHOWN_APART = ['time', 'level', 'service', 'event', 'message'];

/**
 * A log entry as people read it at a terminal: what happened, and its fields behind it.
 * @param {LogEntry} entry @returns {string}
 */
export function readableEntry(entry) {
  const { level = 'info', event, message } = entry;
  const fields = Object.entries(entry).filter(([name]) => !SHOWN_APART.includes(name));
  const parts = [message ?? event.replaceAll('_', ' '), ...fields.map(([name, value]) => `${name}=${value}`)];
  return `${level === 'info' ? '' : `${level}: `}${parts.join('  ')}`;
}

/**
 * The log entry that a line is, or `null`: not everything that a process prints is one.
 * @param {string} line @returns {LogEntry | null}
 */
export function parseEntry(line) {
  if (!line.startsWith('{')) return null;
  try {
    const entry = JSON.parse(line);
    return typeof entry.event === 'string' ? entry : null;
  } catch {
    return null;
  }
}
