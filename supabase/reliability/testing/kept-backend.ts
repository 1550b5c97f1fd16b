import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { storedSecret } from '../../local-backend/data-dir.ts';
import { BackendProcess, childrenOf, commandOf } from '../../local-backend/fixtures/backend-process.ts';
import { keysFrom } from '../../local-backend/keys.ts';
import { ADMINISTRATOR } from '../../seed/demo.ts';

const PATIENTLY = { timeout: 60_000, interval: 20 };
const WRITERS = 4;

export const VICTIMS = {
  'the backend': undefined,
  'the database server': 'postgres -D',
  'the process of the functions': 'router.ts',
} as const;

/** Resolves with the response that acknowledges or refuses a write. */
type Write = (id: string, backend: KeptBackend) => Promise<Response>;

/** A post with incompressible content. */
export const writePost =
  (content: () => string): Write =>
  (id, backend) =>
    backend.post('/rest/v1/posts', { title: id, slug: `geschrieben-${id}`, content: content() });

/** A backend that is restarted whenever it ends, like on the platform, under constant writes. */
export class KeptBackend {
  readonly #folder: string;
  readonly #doWrite: Write;
  readonly dataDir: string;
  /** Ids of the writes that succeeded. */
  readonly acknowledged: string[] = [];
  /** Statuses of the writes that were refused. */
  readonly refusals: number[] = [];
  readonly #attempted = new Set<string>();
  #process: BackendProcess;
  #key: string | undefined;
  #token = '';
  #isStopping = false;
  #writers: Promise<unknown> = Promise.resolve();

  /** Creates its own folder. */
  constructor(write: Write, folder = tmpdir()) {
    this.#doWrite = write;
    this.#folder = mkdtempSync(join(folder, 'kept-backend-'));
    this.dataDir = join(this.#folder, 'data');
    this.#process = new BackendProcess({ DATA_DIR: this.dataDir });
  }

  async start(): Promise<void> {
    await this.#process.logged('ready');
    void this.#keep();
    await this.untilReady();
    const answer = await this.post('/auth/v1/token?grant_type=password', ADMINISTRATOR);
    this.#token = ((await answer.json()) as { access_token: string }).access_token;
    this.#writers = Promise.all(Array.from({ length: WRITERS }, () => this.#write()));
  }

  /** Goes on with writes that no quota and no share of the disk refuses. */
  async writeAsService(): Promise<void> {
    this.#key = (await keysFrom(await storedSecret(this.dataDir))).serviceRole;
    this.#token = '';
  }

  async #keep(): Promise<void> {
    while (!this.#isStopping) {
      await this.#process.ended;
      if (!this.#isStopping) this.#process = new BackendProcess({ DATA_DIR: this.dataDir });
    }
  }

  /** Kills a process, and waits until the backend is ready and has acknowledged a write. */
  async killAndRestart(victim: keyof typeof VICTIMS): Promise<void> {
    const { pid } = this.#process.child;
    const part = VICTIMS[victim];
    const killed = part ? childrenOf(pid).find((child) => commandOf(child).includes(part)) : pid;
    if (!killed) throw new Error(`${victim} does not run`);
    process.kill(killed, 'SIGKILL');
    await this.untilWritten(1);
    await this.untilReady();
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
    await vi.waitUntil(async () => (await this.send('/readyz').catch(() => null))?.status === 200, PATIENTLY);
  }

  /** The ids of all stored posts of the writers. */
  async storedPosts(): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let from = 0; ; from += 500) {
      const page = `&order=slug&offset=${from}&limit=500`;
      const answer = await this.send(`/rest/v1/posts?select=slug&slug=like.geschrieben-*${page}`);
      const rows = (await answer.json()) as { slug: string }[];
      for (const { slug } of rows) found.add(slug.replace('geschrieben-', ''));
      if (rows.length < 500) return found;
    }
  }

  /** Ends the writers: every acknowledged write is stored, and every stored one was tried. */
  async expectNothingLost(stored: () => Promise<ReadonlySet<string>>): Promise<void> {
    await this.untilReady();
    await this.stopWriting();
    const ids = await stored();
    expect(this.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect([...ids].filter((id) => !this.#attempted.has(id))).toEqual([]);
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

  async #write(): Promise<void> {
    while (!this.#isStopping) {
      const id = randomUUID();
      this.#attempted.add(id);
      const answer = await this.#doWrite(id, this).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer?.ok) this.acknowledged.push(id);
      else {
        if (answer) this.refusals.push(answer.status);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  post(path: string, body: object): Promise<Response> {
    const isUpload = body instanceof Uint8Array;
    const headers = { 'content-type': isUpload ? 'image/png' : 'application/json' };
    return this.send(path, { method: 'POST', headers, body: isUpload ? new Uint8Array(body) : JSON.stringify(body) });
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, key } = JSON.parse(readFileSync(join(this.dataDir, 'backend.json'), 'utf8')) as Record<string, string>;
    const authorization: Record<string, string> = this.#token ? { authorization: `Bearer ${this.#token}` } : {};
    const headers = { apikey: this.#key ?? String(key), ...authorization, ...init.headers };
    return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) });
  }
}
