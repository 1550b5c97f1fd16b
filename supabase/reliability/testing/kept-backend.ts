import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { BackendProcess, childrenOf, commandOf } from '../../local-backend/fixtures/backend-process.ts';
import { ADMINISTRATOR } from '../../seed/demo.ts';

const PATIENTLY = { timeout: 60_000, interval: 20 };
const WRITERS = 4;

/** A backend that is restarted whenever it ends, like on the platform, under constant writes. */
export class KeptBackend {
  readonly #folder: string;
  readonly #contentBytes: number;
  readonly dataDir: string;
  /** Slugs of the writes that succeeded. */
  readonly acknowledged: string[] = [];
  /** Statuses of the writes that were refused. */
  readonly refusals: number[] = [];
  readonly #attempted = new Set<string>();
  #process: BackendProcess;
  #token = '';
  #isStopping = false;
  #writers: Promise<unknown> = Promise.resolve();

  /** Creates its own folder. Each write is a post with `contentBytes` incompressible bytes. */
  constructor({ folder = tmpdir(), contentBytes = 30 } = {}) {
    this.#folder = mkdtempSync(join(folder, 'kept-backend-'));
    this.dataDir = join(this.#folder, 'data');
    this.#contentBytes = contentBytes;
    this.#process = new BackendProcess({ DATA_DIR: this.dataDir });
  }

  async start(): Promise<void> {
    await this.#process.logged('ready');
    void this.#keep();
    await this.untilReady();
    const answer = await this.#ask('/auth/v1/token?grant_type=password', ADMINISTRATOR);
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
    this.#writers = Promise.all(Array.from({ length: WRITERS }, (_, index) => this.#write(`geschrieben-${index}`)));
  }

  async #keep(): Promise<void> {
    while (!this.#isStopping) {
      await this.#process.ended;
      if (!this.#isStopping) this.#process = new BackendProcess({ DATA_DIR: this.dataDir });
    }
  }

  /** Kills the child of the backend with this command, or the backend itself. */
  kill(part?: string): void {
    const { pid } = this.#process.child;
    const victim = part ? childrenOf(pid).find((child) => commandOf(child).includes(part)) : pid;
    if (!victim) throw new Error(`nothing runs ${part}`);
    process.kill(victim, 'SIGKILL');
  }

  /** Resolves with the exit code or signal of the current backend. */
  get ended(): Promise<unknown> {
    return this.#process.ended;
  }

  /** Waits for this number of further acknowledged writes. */
  async untilWritten(more: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    await vi.waitUntil(() => this.acknowledged.length >= wanted, PATIENTLY);
  }

  async untilRefused(more: number): Promise<void> {
    const wanted = this.refusals.length + more;
    await vi.waitUntil(() => this.refusals.length >= wanted, PATIENTLY);
  }

  async untilReady(): Promise<void> {
    await vi.waitUntil(async () => (await this.#fetch('/readyz').catch(() => null))?.status === 200, PATIENTLY);
  }

  /** The slugs of all stored rows of the writers. */
  async stored(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let from = 0; ; from += 500) {
      const answer = await this.#fetch(
        `/rest/v1/posts?select=slug&slug=like.geschrieben-*&order=slug&offset=${from}&limit=500`,
      );
      const rows = (await answer.json()) as { slug: string }[];
      for (const { slug } of rows) found.add(slug);
      if (rows.length < 500) return found;
    }
  }

  wasAttempted(slug: string): boolean {
    return this.#attempted.has(slug);
  }

  async stopWriting(): Promise<void> {
    this.#isStopping = true;
    await this.#writers;
  }

  async stop(): Promise<void> {
    await this.stopWriting();
    await this.#process.kill('SIGTERM');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #write(name: string): Promise<void> {
    for (let count = 0; !this.#isStopping; count += 1) {
      const slug = `${name}-${count}`;
      this.#attempted.add(slug);
      const content = randomBytes(this.#contentBytes).toString('base64');
      const answer = await this.#ask('/rest/v1/posts', { title: slug, slug, content }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.status === 201) this.acknowledged.push(slug);
      else {
        if (answer) this.refusals.push(answer.status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  #ask(path: string, body: object): Promise<Response> {
    return this.#fetch(path, { method: 'POST', body: JSON.stringify(body) });
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, key } = JSON.parse(readFileSync(join(this.dataDir, 'backend.json'), 'utf8')) as Record<string, string>;
    const authorization: Record<string, string> = this.#token ? { authorization: `Bearer ${this.#token}` } : {};
    const headers = { apikey: String(key), 'content-type': 'application/json', ...authorization };
    return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  }
}
