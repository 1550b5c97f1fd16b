/** The program of kinds of jobs: claims what is due, does it with low priority, and stores what came of it. */
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createNap } from '@ki/shared/process/nap.ts';
import { z } from 'zod';
import { type CallRegistry, type DatabaseAccess, overHttp } from '../../registry/registry.ts';
import { FetchError } from '../fetch/fetch-error.ts';

export interface JobKind<Input> {
  readonly kind: string;
  readonly input: z.ZodType<Input>;
  readonly atOnce: number;
  /** Resolves with the result, as the database takes it; with `null` when the claim is another's by now. */
  readonly work: (input: Input, storePart: (part: object) => Promise<boolean>) => Promise<object | null>;
  /** Runs without work, at most hourly. */
  readonly tidy?: () => Promise<void>;
}

const NEXT_CLAIM_MS = 1_000;
const STORED_WITHIN_MS = 30_000;
const HOUR_MS = 3_600_000;
const IDLE_MS = 60_000;
const AFTER_FAILURE_MS = 10_000;

const claimsSchema = z.array(z.object({ id: z.int(), attempt: z.int(), input: z.unknown() }));
type Claim = z.infer<typeof claimsSchema>[number];

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns a function that claims jobs while others are done, and resolves with whether there were any. */
export function createRounds<Input>(call: CallRegistry, { kind, input, atOnce, work, tidy }: JobKind<Input>) {
  const running = new Set<Promise<void>>();
  let failure: unknown;
  let tidied = Number.NEGATIVE_INFINITY;

  async function fulfil({ id, attempt, input: given }: Claim): Promise<void> {
    const storePart = async (part: object) =>
      (await call('store_part', { kind, part: { id, attempt, ...part } })) === true;
    const finish = (result: object) =>
      call('finish_job', { kind, result: { id, attempt, ...result } }, STORED_WITHIN_MS);
    const result = await work(input.parse(given), storePart).catch((error: unknown) => ({
      failure: messageOf(error),
      isFinal: error instanceof FetchError && error.isFinal,
    }));
    if (!result) return;
    await finish(result).catch((error: unknown) =>
      finish({ failure: `It could not be stored: ${messageOf(error)}`, isFinal: false }),
    );
  }

  function start(claim: Claim): void {
    const done = fulfil(claim)
      // The claim ends by itself.
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => running.delete(done));
    running.add(done);
  }

  async function tidyHourly(): Promise<void> {
    if (!tidy || performance.now() - tidied < HOUR_MS) return;
    await tidy();
    tidied = performance.now();
  }

  return async (): Promise<boolean> => {
    const free = atOnce - running.size;
    if (free > 0) claimsSchema.parse(await call('claim_jobs', { kind, most: free })).forEach(start);
    const hadWork = running.size > 0;
    if (hadWork) await Promise.race([...running, pause(NEXT_CLAIM_MS)]);
    else await tidyHourly();
    const failed = failure;
    failure = undefined;
    if (failed) throw failed;
    return hadWork;
  };
}

/** The access that the supervisor gave to its process. */
export function accessFrom(variable: string): DatabaseAccess {
  const text = z.string().min(1);
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key } = z
    .object({ SUPABASE_URL: text, SUPABASE_PUBLISHABLE_KEY: text })
    .parse(process.env);
  return { supabase: { url, key }, token: text.parse(process.env[variable]) };
}

/** Runs until there has been no work for a minute, or until the supervisor ends. */
export async function runJobs<Input>(
  variable: string,
  kindsOf: (access: DatabaseAccess) => readonly JobKind<Input>[],
): Promise<void> {
  // Requests come first; with the lowest priority a busy machine would leave no time for jobs.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.on('disconnect', () => process.exit(0));
  const access = accessFrom(variable);
  const rounds = kindsOf(access).map((kind) => createRounds(overHttp(access), kind));
  const nap = createNap((tell) => process.on('message', tell));
  const stays = process.argv.includes('--stays');
  let isFailing = false;
  for (;;) {
    try {
      let hadWork = false;
      // A kind is looked at while those before it have no work.
      for (const round of rounds) hadWork ||= await round();
      isFailing = false;
      if (!hadWork && !(await nap(IDLE_MS)) && !stays) process.exit(0);
    } catch (error) {
      // The first of several failures is logged.
      if (!isFailing) process.send?.(messageOf(error));
      isFailing = true;
      await pause(AFTER_FAILURE_MS);
    }
  }
}
