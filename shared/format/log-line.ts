export type LogEntry = Readonly<Record<string, unknown>> & {
  readonly level?: string;
  readonly event: string;
  readonly message?: string;
};

const NOT_LISTED = ['time', 'level', 'service', 'event', 'message'];

export function readableEntry(entry: LogEntry): string {
  const { level = 'info', event, message } = entry;
  const fields = Object.entries(entry).filter(([name]) => !NOT_LISTED.includes(name));
  const parts = [message ?? event.replaceAll('_', ' '), ...fields.map(([name, value]) => `${name}=${value}`)];
  return `${level === 'info' ? '' : `${level}: `}${parts.join('  ')}`;
}

export function parseEntry(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry = JSON.parse(line);
    return typeof entry.event === 'string' ? entry : null;
  } catch {
    return null;
  }
}
