import { parseEntry, readableEntry } from '../../shared/format/log-line.mjs';

const LABEL_WIDTH = 5;
const PLAIN_INTERVAL_MS = 5_000;
const LIVE_INTERVAL_MS = 100;

const out = process.stdout;
// Whoever read the output may be gone before this process is.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

let isLineOpen = false;
let lastStatus = Number.NEGATIVE_INFINITY;

/** @param {string} label @param {string} text */
const format = (label, text) => `${label.padEnd(LABEL_WIDTH)}  ${text}`;

function closeLine() {
  if (isLineOpen) out.write('\r\x1b[K');
  isLineOpen = false;
}

/** Prints a line. @param {string} label @param {string} text */
export function say(label, text) {
  closeLine();
  out.write(`${format(label, text)}\n`);
}

/** Prints what a service logged: for people at a terminal, else as it came. @param {string} name @param {string} line */
export function sayLogged(name, line) {
  const entry = parseEntry(line);
  if (!entry) return say(name, line);
  if (out.isTTY) return say(name, readableEntry(entry));
  closeLine();
  out.write(`${line}\n`);
}

/** Shows how far something is: over and over on one line of a terminal, now and then in a log. @param {string} label @param {string} text */
export function showStatus(label, text) {
  const interval = out.isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
  if (performance.now() - lastStatus < interval) return;
  lastStatus = performance.now();
  if (!out.isTTY) return say(label, text);
  closeLine();
  out.write(format(label, text).slice(0, (out.columns ?? 80) - 1));
  isLineOpen = true;
}

/** @param {string} text */
export function complain(text) {
  closeLine();
  process.stderr.write(`${text}\n`);
}

/** Starts a clock. @returns {() => string} how long it has run, like '2.4 s' or '1 min 5 s' */
export function stopwatch() {
  const started = performance.now();
  return () => duration(performance.now() - started);
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
