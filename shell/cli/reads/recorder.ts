import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Connection } from '@ki/shared/data/clients.ts';
import { parseSelect, type Selected } from './select.ts';

export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  /** The JSON of its body; `null` without one. */
  readonly body: unknown;
}

/** The result of each query: nothing, or one row whose embedded rows are lists, or single objects. */
export const ANSWERS = ['nothing', 'lists', 'objects'] as const;
export type Answer = (typeof ANSWERS)[number];

export const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000';
/** A text that leads to the reads of pictures, of the library and of other hosts. */
const EXAMPLE_TEXT = `![x](/_pictures/${EXAMPLE_ID}) ![x](https://pictures.example/x.png)`;
const EXAMPLE_TIME = '2026-01-01T00:00:00+00:00';

function exampleOf(column: string): unknown {
  if (column.startsWith('is_')) return true;
  if (/_(at|on|date)$/.test(column)) return EXAMPLE_TIME;
  return /^(id|picture)$|_id$/.test(column) ? EXAMPLE_ID : EXAMPLE_TEXT;
}

const rowOf = (selected: readonly Selected[], answer: Answer): Record<string, unknown> =>
  Object.fromEntries(
    selected.map(({ key, name, parts }) => {
      if (!parts) return [key, exampleOf(name)];
      const row = rowOf(parts, answer);
      return [key, answer === 'lists' ? [row] : row];
    }),
  );

const NO_ROW = { status: 406, value: { code: 'PGRST116', message: 'no row', details: null, hint: null } };

function responseTo(url: URL, wantsOne: boolean, answer: Answer) {
  if (!url.pathname.startsWith('/rest/v1/')) return { status: 404, value: {} };
  const select = url.searchParams.get('select');
  if (answer === 'nothing') return wantsOne ? NO_ROW : { status: 200, value: [] };
  // A function without columns may return anything.
  if (select === null && answer === 'objects') return { status: 200, value: 1 };
  const row = rowOf(parseSelect(select ?? 'id'), answer);
  return { status: 200, value: wantsOne ? row : [row] };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Recorder {
  readonly connection: Connection;
  readonly requests: readonly RecordedRequest[];
  /** The result of the next queries. */
  answer: Answer;
}

/** Runs a server on loopback that records what it is asked for, in place of a Supabase project. */
export async function withRecorder<T>(work: (recorder: Recorder) => Promise<T>): Promise<T> {
  const requests: RecordedRequest[] = [];
  const state: { answer: Answer } = { answer: 'nothing' };
  const server = createServer(async (request, response) => {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push({ method, url, body: parsed(await text(request)) });
    const wantsOne = headers.accept?.includes('vnd.pgrst.object') ?? false;
    const { status, value } = responseTo(url, wantsOne, state.answer);
    response.writeHead(status, { 'content-type': 'application/json', 'content-range': '0-0/1' });
    response.end(method === 'HEAD' ? undefined : JSON.stringify(value));
  });
  const url = await listening(server);
  try {
    return await work(Object.assign(state, { connection: { url, key: 'none' }, requests }));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
