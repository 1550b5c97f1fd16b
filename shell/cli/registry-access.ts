import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ifThere } from '@ki/shared/process/files.ts';
import { isAlive } from '@ki/shared/process/on-stop.mjs';
import { z } from 'zod';
import { answers } from '../registry/announcement.ts';
import type { TrustedKeys } from '../registry/provenance/keys.ts';
import { type CallRegistry, type DatabaseAccess, overHttp } from '../registry/registry.ts';

export interface Session {
  readonly call: CallRegistry;
  readonly close: () => Promise<void>;
}

/** Opens the database of an embedded platform that does not run; `null` while another process has it open. */
export type OpenStopped = (dataDir: string, environment: NodeJS.ProcessEnv) => Promise<Session | null>;

const announcementSchema = z.object({ url: z.url(), key: z.string() });
const POLL_MS = 100;
const PATIENCE_MS = 60_000;

const textOf = async (dataDir: string, file: string) =>
  (await ifThere(readFile(path.join(dataDir, file), 'utf8')))?.trim();

export const isProjectIn = ({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY }: NodeJS.ProcessEnv): boolean =>
  Boolean(SUPABASE_URL && SUPABASE_PUBLISHABLE_KEY);

/** Refuses to make something live on a project's platform while nothing states whose signatures are wanted. */
export function assertKeysStated(isProject: boolean, { isStated }: TrustedKeys): void {
  if (!isProject || isStated) return;
  throw new Error(
    'TRUSTED_KEYS is not set, and the database is not this machine’s own; expected keys by remote like mf-blog:KEY, or none',
  );
}

/** The Supabase project of the environment, with its token; `null` for the embedded platform. */
export function projectIn({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: key, REMOTE_TOKEN }: NodeJS.ProcessEnv) {
  const url = SUPABASE_URL?.replace(/\/$/, '');
  if (!url || !key) return null;
  if (!REMOTE_TOKEN) throw new Error('REMOTE_TOKEN is not set; expected a token of this platform');
  return { supabase: { url, key }, token: REMOTE_TOKEN };
}

/** The embedded backend of a data folder with its operator's token; `null` when none responds. */
async function runningOn(dataDir: string, port?: string): Promise<DatabaseAccess | null> {
  const [pid, text] = await Promise.all([textOf(dataDir, 'backend.pid'), textOf(dataDir, 'backend.json')]);
  if (!text || !pid || !isAlive(Number(pid))) return null;
  const supabase = announcementSchema.parse(JSON.parse(text));
  if (port && new URL(supabase.url).port !== port) return null;
  const isReady = await answers(`${supabase.url}/readyz`);
  const token = await textOf(dataDir, 'operator-token');
  return isReady && token ? { supabase, token } : null;
}

export async function backendOn(dataDir: string, port?: string): Promise<DatabaseAccess> {
  for (;;) {
    const running = await runningOn(dataDir, port);
    if (running) return running;
    await pause(POLL_MS);
  }
}

const OPERATORS_ONLY = 'Only operators may do this.';

/** Says which token a refusal is about: one of another task may still be exported. */
function namingToken(call: CallRegistry, token: string): CallRegistry {
  const [, id = ''] = /^ki_([^_]+)_/.exec(token) ?? [];
  return (...args) =>
    call(...args).catch((error: Error) => {
      if (error.message !== OPERATORS_ONLY) throw error;
      throw new Error(`Only operators may do this; REMOTE_TOKEN is the token ${id || 'of somebody else'}`);
    });
}

async function connect(dataDir: string, environment: NodeJS.ProcessEnv, openStopped?: OpenStopped): Promise<Session> {
  const close = async () => undefined;
  const project = projectIn(environment);
  if (project) return { call: namingToken(overHttp(project), project.token), close };
  const deadline = performance.now() + PATIENCE_MS;
  for (let isFirst = true; ; isFirst = false) {
    const running = await runningOn(dataDir);
    if (running) return { call: overHttp(running), close };
    const stopped = await openStopped?.(dataDir, environment);
    if (stopped) return stopped;
    if (performance.now() > deadline)
      throw new Error(`the platform on ${dataDir} does not answer; expected one that runs, or that is stopped`);
    if (isFirst) process.stderr.write(`waiting: the platform on ${dataDir} starts or stops\n`);
    await pause(POLL_MS);
  }
}

/** Connects at the first call: to the environment's project, or the embedded platform's API or database. */
export function registryAccess(dataDir: string, environment: NodeJS.ProcessEnv, openStopped?: OpenStopped): Session {
  let session: Promise<Session> | undefined;
  return {
    async call(name, args, timeoutMs) {
      session ??= connect(dataDir, environment, openStopped);
      return (await session).call(name, args, timeoutMs);
    },
    close: async () => (await session?.catch(() => undefined))?.close(),
  };
}
