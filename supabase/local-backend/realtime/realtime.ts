import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { NO_PROXIES, type Proxies } from '@ki/shared/http/proxies.ts';
import { clientName } from '@ki/shared/http/rate-limit.ts';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { OpenDatabase } from '../database/database.ts';
import { isAllowedOrigin } from '../http/app.ts';
import { parseJson } from '../http/requests.ts';
import type { Keys } from '../keys.ts';

interface Options {
  keys: Keys;
  siteOrigins?: readonly string[] | undefined;
  trustedProxies?: Proxies | undefined;
  /** Sockets of one client, which leaves the others to everybody else; 0 for no limit. */
  mostOfClient?: number;
  pingMs?: number;
}

const PATH = '/realtime/v1/websocket';
const VERSION = '2.0.0';
const PING_MS = 20_000;
const MOST_CLIENTS = 500;
/** The people of an office have one address. */
const MOST_OF_CLIENT = 50;
const LONGEST_MESSAGE = 16 * 1024;
/** Messages of one socket between two pings; a client sends a heartbeat and what it joins. */
const MOST_MESSAGES = 200;

const CONTENT_TOPIC = 'realtime:content';
/** As a policy of realtime.messages refuses: the database sends in this channel, and clients listen. */
const REFUSED = {
  status: 'error',
  response: { reason: 'Unauthorized: only the private channel content is served here' },
};

const messageSchema = z.tuple([z.string().nullable(), z.string().nullable(), z.string(), z.string(), z.unknown()]);
type Message = z.infer<typeof messageSchema>;

const privateJoin = z.object({ config: z.object({ private: z.literal(true) }) });

/** Supabase Realtime for the private channel of the content, in which only the database sends. A client that misses a notification has to poll. */
export async function startRealtime(
  { listen }: Pick<OpenDatabase, 'listen'>,
  { keys, siteOrigins = [], trustedProxies = NO_PROXIES, mostOfClient = MOST_OF_CLIENT, pingMs = PING_MS }: Options,
) {
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE });
  const clients = new Map<WebSocket, Client>();

  const nameOf = ({ socket, headers }: IncomingMessage) =>
    clientName(trustedProxies.clientOf(socket.remoteAddress, headers['x-forwarded-for']));

  server.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const client = new Client(socket, nameOf(request));
    clients.set(socket, client);
    socket.on('message', (data, isBinary) => client.receive(data, isBinary));
    socket.on('close', () => clients.delete(socket));
    socket.on('error', () => {});
  });
  const ping = setInterval(() => {
    for (const client of clients.values()) client.ping();
  }, pingMs).unref();
  const send = (event: string, payload: unknown) => {
    for (const client of clients.values()) client.broadcast(CONTENT_TOPIC, { type: 'broadcast', event, payload });
  };
  await listen('content', (told = '{}') => send('changed', JSON.parse(told)));
  await listen('jobs', () => send('queued', {}));

  function isOverShare(request: IncomingMessage): boolean {
    const name = nameOf(request);
    const own = [...clients.values()].filter((client) => client.name === name);
    return mostOfClient > 0 && own.length >= mostOfClient;
  }

  function statusOf(request: IncomingMessage): number | undefined {
    const { url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://backend');
    const apikey = searchParams.get('apikey') ?? '';
    if (pathname !== PATH) return 404;
    if (headers.origin && !isAllowedOrigin(headers.origin, siteOrigins)) return 403;
    if (apikey !== keys.publishable && apikey !== keys.serviceRole) return 401;
    if (searchParams.get('vsn') !== VERSION) return 400;
    if (clients.size >= MOST_CLIENTS) return 503;
    return isOverShare(request) ? 429 : undefined;
  }

  return {
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      const status = URL.canParse(request.url ?? '', 'http://backend') ? statusOf(request) : 400;
      if (status) socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      else server.handleUpgrade(request, socket, head, (accepted) => server.emit('connection', accepted, request));
    },
    close: () => {
      clearInterval(ping);
      for (const socket of clients.keys()) socket.terminate();
      server.close();
    },
  };
}

class Client {
  /** Of its network: the sockets of one share its limit. */
  readonly name: string;
  readonly #socket: WebSocket;
  readonly #joined = new Map<string, string | null>();
  #isAlive = true;
  #messages = 0;

  constructor(socket: WebSocket, name: string) {
    this.#socket = socket;
    this.name = name;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
  }

  ping(): void {
    if (!this.#isAlive) this.#socket.terminate();
    this.#isAlive = false;
    this.#messages = 0;
    this.#socket.ping();
  }

  receive(data: RawData, isBinary: boolean): void {
    this.#messages += 1;
    if (this.#messages > MOST_MESSAGES) {
      this.#socket.terminate();
      return;
    }
    const message = isBinary ? undefined : messageSchema.safeParse(parseJson(String(data))).data;
    if (!message) {
      this.#socket.close(1003, 'expected a JSON array of five');
      return;
    }
    const payload = this.#replyTo(message);
    const [join, ref, topic] = message;
    if (payload) this.#send([join, ref, topic, 'phx_reply', payload]);
  }

  broadcast(topic: string, payload: object): void {
    if (this.#joined.has(topic)) this.#send([this.#joined.get(topic) ?? null, null, topic, 'broadcast', payload]);
  }

  #replyTo([join, , topic, event, payload]: Message): object | undefined {
    if (event === 'phx_join') {
      if (topic !== CONTENT_TOPIC || !privateJoin.safeParse(payload).success) return REFUSED;
      this.#joined.set(topic, join);
      return { status: 'ok', response: { postgres_changes: [] } };
    }
    if (event === 'broadcast') return REFUSED;
    if (event === 'phx_leave') this.#joined.delete(topic);
    return event === 'phx_leave' || event === 'heartbeat' ? { status: 'ok', response: {} } : undefined;
  }

  #send(message: Message): void {
    this.#socket.send(JSON.stringify(message));
  }
}
