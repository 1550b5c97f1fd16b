import { parseEntry, readableEntry } from '../shared/format/log-line.ts';

const LABEL_WIDTH = 5;
const PLAIN_INTERVAL_MS = 5_000;
const LIVE_INTERVAL_MS = 100;

const out = process.stdout;
// A reader of a pipe that ends first causes an error event.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let isLineOpen = false;
let lastStatus = Number.NEGATIVE_INFINITY;

/** A failure whose message is written for the person at the terminal: it is printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

const format = (label: string, text: string) => `${label.padEnd(LABEL_WIDTH)}  ${text}`;

function closeLine(): void {
  if (isLineOpen) out.write('\r\x1b[K');
  isLineOpen = false;
}

export function print(label: string, text: string): void {
  closeLine();
  out.write(`${format(label, text)}\n`);
}

export function printLog(name: string, line: string) {
  const entry = parseEntry(line);
  if (!entry) return print(name, line);
  if (out.isTTY) return print(name, readableEntry(entry));
  closeLine();
  out.write(`${line}\n`);
}

export function printStatus(label: string, text: string) {
  const interval = out.isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
  if (performance.now() - lastStatus < interval) return;
  lastStatus = performance.now();
  if (!out.isTTY) return print(label, text);
  closeLine();
  out.write(format(label, text).slice(0, (out.columns ?? 80) - 1));
  isLineOpen = true;
}

export function printError(error: unknown): void {
  closeLine();
  console.error(error instanceof CommandError ? error.message : error);
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function stopwatch(): () => string {
  const started = performance.now();
  return () => duration(performance.now() - started);
}

export async function runCommand(command: () => Promise<void>): Promise<void> {
  await command().catch((error: unknown) => {
    printError(error);
    process.exitCode = 1;
  });
}
