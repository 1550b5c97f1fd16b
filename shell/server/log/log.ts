import { format } from 'node:util';
import { readableEntry } from '@ki/shared/format/log-line.mjs';
import { currentRequestId } from './request-context.ts';
import { withoutPersonalData } from './without-personal-data.ts';

export type Level = 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

let service = 'shell';

const cleaned = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutPersonalData(value) : value,
    ]),
  );

/** Writes one event to the log, with the id of the request under way: a line of JSON, or at a terminal one for people. */
export function log(level: Level, event: string, fields: Fields = {}): void {
  const request = currentRequestId();
  const entry = {
    time: new Date().toISOString(),
    level,
    service,
    event,
    ...(request && { request }),
    ...cleaned(fields),
  };
  const line = process.stdout.isTTY ? readableEntry(entry) : JSON.stringify(entry);
  process.stdout.write(`${line}\n`);
}

/** Makes a log of everything that a process says, code included that knows of the console only: a remote's, for one. */
export function logAs(name: string): void {
  service = name;
  const logged =
    (level: Level) =>
    (...parts: unknown[]) =>
      log(level, 'console', { message: format(...parts) });
  Object.assign(console, {
    log: logged('info'),
    info: logged('info'),
    debug: logged('info'),
    warn: logged('warn'),
    error: logged('error'),
  });
  process.on('uncaughtExceptionMonitor', (error) => log('error', 'crashed', { message: format(error) }));
}
