import { setTimeout as after } from 'node:timers/promises';
import type { Audience } from './follow-content.ts';
import { PATIENCE, type Subscriber, type Versions } from './subscriber.ts';

interface Told {
  readonly id: number;
  readonly versions: Versions;
}

const isEqual = (one: Versions, other: Versions) => JSON.stringify(one) === JSON.stringify(other);

/** All clients that are told of changes, and what they were told last. */
export class Subscribers implements Audience {
  readonly #clients = new Set<Subscriber>();
  readonly #unseen = new Set<Promise<void>>();
  #latest: Told | null = null;
  #lastId = 0;

  constructor() {
    // As long may those who were told by a backend before this one use what they know.
    this.#waitFor(after(PATIENCE, undefined, { ref: false }));
  }

  add(client: Subscriber): void {
    this.#clients.add(client);
    if (this.#latest) this.#tell(client, this.#latest);
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  /** Tells every client what is so now, if they know otherwise. */
  tell(versions: Versions): void {
    if (this.#latest && isEqual(this.#latest.versions, versions)) return;
    this.#lastId += 1;
    this.#latest = { id: this.#lastId, versions };
    for (const client of this.#clients) this.#tell(client, this.#latest);
  }

  /** What is so now is not known: every client that was told has to go, and those who come wait until it is. */
  forget(): void {
    if (!this.#latest) return;
    this.#latest = null;
    if (this.#clients.size > 0) this.#waitFor(after(PATIENCE));
    for (const client of this.#clients) client.end();
  }

  /** Resolves when no client uses anything older than what was told by now. */
  async seen(): Promise<void> {
    await Promise.all(this.#unseen);
  }

  #tell(client: Subscriber, { id, versions }: Told): void {
    this.#waitFor(client.tell(id, versions));
  }

  #waitFor(seen: Promise<void>): void {
    this.#unseen.add(seen);
    void seen.then(() => this.#unseen.delete(seen));
  }
}
