import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Versions } from '../versions.ts';

/** What a client said: `hello`, `seen`, `ask`, with what belongs to it. */
interface Said {
  readonly kind: string;
  readonly id?: number;
  readonly secret?: string;
}

/** A server that tells of changes as the embedded backend does, announced in a data folder of its own. */
export async function tellingBackend(url: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'telling-'));
  const sockets = new Set<Socket>();
  const heard: Said[] = [];
  let versions: Versions | undefined;
  let answersAsks = true;
  let lastId = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setEncoding('utf8');
    socket.on('data', (lines: string) => {
      for (const line of lines.trim().split('\n')) {
        const said = JSON.parse(line) as Said;
        heard.push(said);
        if (said.kind === 'hello' && versions) tellOne(socket, versions);
        if (said.kind === 'ask' && answersAsks) socket.write(`${JSON.stringify({ kind: 'here', id: said.id })}\n`);
      }
    });
  });

  function tellOne(socket: Socket, what: Versions): void {
    lastId += 1;
    socket.write(`${JSON.stringify({ kind: 'versions', id: lastId, versions: what })}\n`);
  }

  const listen = async (port = 0) => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const changes = { port: (server.address() as AddressInfo).port, secret: 'known to both' };
    await writeFile(path.join(dataDir, 'backend.json'), JSON.stringify({ url, key: 'key', changes }));
  };

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    dataDir,
    listen,
    heard,
    connections: () => sockets.size,
    tell(what: Versions): number {
      versions = what;
      for (const socket of sockets) tellOne(socket, what);
      return lastId;
    },
    say(text: string): void {
      for (const socket of sockets) socket.write(text);
    },
    answerAsks(does: boolean): void {
      answersAsks = does;
    },
    drop,
    /** Ends and takes no more connections until it listens again. */
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      drop();
      await closed;
    },
    async remove(): Promise<void> {
      drop();
      server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
