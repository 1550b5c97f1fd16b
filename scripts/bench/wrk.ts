import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../lib/problem.mjs';

const run = promisify(execFile);
const MS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000 };

/** What came of asking for one address as fast as it is answered. */
export interface Load {
  /** Answers in a second. */
  readonly rate: number;
  /** Milliseconds within which 99 of 100 answers came. */
  readonly p99: number;
}

export interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const numbers = (text: string, pattern: RegExp) => (pattern.exec(text) ?? []).slice(1).map(Number);

/** Asks over 16 connections for so many seconds. Throws when there is no wrk, or an answer was none of success. */
export async function load({ url, headers = {} }: Target, seconds: number): Promise<Load> {
  const given = Object.entries({ 'accept-encoding': 'gzip, deflate, br', ...headers });
  const args = given.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run('wrk', ['-t1', '-c16', `-d${seconds}s`, '--latency', ...args, url]).catch((error) => {
    if (error.code === 'ENOENT') throw new Problem('no wrk here: install it (Debian: apt-get install wrk)');
    throw error;
  });
  const failures = [
    ...numbers(stdout, /Non-2xx or 3xx responses: (\d+)/),
    ...numbers(stdout, /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/),
  ].reduce((sum, count) => sum + count, 0);
  if (failures > 0) throw new Problem(`${failures} requests for ${url} failed`);
  const [, p99 = 'NaN', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const [rate = Number.NaN] = numbers(stdout, /Requests\/sec:\s+([\d.]+)/);
  return { rate, p99: Number(p99) * (MS[unit] ?? Number.NaN) };
}
