import type { Socket } from 'node:net';
import { sendMessage } from './messages.ts';

/** A text for each topic; an equal one means that nothing which visitors see of it has changed. */
export type Versions = Readonly<Record<string, string>>;

/** Milliseconds that a client has to see what it is told; it may use what it knows for less without asking again. */
export const PATIENCE = 1000;

/** A client that is told of changes. */
export class Subscriber {
  readonly #socket: Socket;
  readonly #unseen = new Map<number, () => void>();

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('close', () => {
      for (const id of this.#unseen.keys()) this.hasSeen(id);
    });
  }

  /** Resolves when the client has said that it uses nothing older, or is gone: one that is silent is disconnected. */
  tell(id: number, versions: Versions): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.end();
      this.hasSeen(id);
    }, PATIENCE);
    this.#unseen.set(id, () => {
      clearTimeout(late);
      resolve();
    });
    sendMessage(this.#socket, { kind: 'versions', id, versions });
    return promise;
  }

  hasSeen(id: number): void {
    this.#unseen.get(id)?.();
    this.#unseen.delete(id);
  }

  end(): void {
    this.#socket.destroy();
  }
}
