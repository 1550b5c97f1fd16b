import { connect, createServer } from 'node:net';
import { Problem } from './problem.mjs';

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 1_000;
/** Below the range from which systems hand out ports for outgoing connections. */
const SEARCH_FROM = 20_000;
const SEARCH_SPAN = 12_000;

/** @param {number} port @returns {Promise<boolean>} whether something accepts connections there */
export function isAnswering(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (/** @type {boolean} */ answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** @param {number} port @returns {Promise<string | null>} the system's code for why it cannot be had, or null */
function listenProblem(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code ?? 'UNKNOWN'));
    server.listen({ host: HOST, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** @param {number} port */
export async function isFree(port) {
  return (await listenProblem(port)) === null && !(await isAnswering(port));
}

/** @typedef {{ port: number, owner: string, variable: string }} Wish */

/** Why a port cannot be had, who wants it and what to do. @param {Wish} wish */
export async function whyNotFree({ port, owner, variable }) {
  const reason = (await listenProblem(port)) === 'EACCES' ? 'may not be used by this user' : 'is taken';
  return `${reason}: ${owner} wants it. Free it, or set ${variable} to another port.`;
}

/** Throws a Problem that names the first port that cannot be had. @param {readonly Wish[]} wishes */
export async function requireFree(wishes) {
  for (const wish of wishes) {
    if (!(await isFree(wish.port))) throw new Problem(`port ${wish.port} ${await whyNotFree(wish)}`);
  }
}

/** @param {number} count @returns {Promise<number>} the first of that many free ports in a row */
export async function findFreePorts(count) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = SEARCH_FROM + Math.floor(Math.random() * SEARCH_SPAN);
    const row = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(row.map(isFree));
    if (free.every(Boolean)) return first;
  }
  throw new Problem(`no ${count} free ports in a row were found on ${HOST}`);
}
