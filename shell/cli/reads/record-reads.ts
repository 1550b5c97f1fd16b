import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseReads } from '@ki/shared/contract/database-reads.ts';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { Release } from '../../registry/schema.ts';
import { filesIn } from '../../registry/store/content.ts';
import type { Bundle } from '../../server/render/messages.ts';
import type { Worker } from '../../server/render/worker.ts';
import { withWorker } from '../with-worker.ts';
import { queriesIn, withNamed } from './named-in.ts';
import { readsOf } from './reads-of.ts';
import { ANSWERS, EXAMPLE_ID, type Recorder, withRecorder } from './recorder.ts';

const EXAMPLES = [
  { example: 'x', hasQuery: false },
  { example: 'x', hasQuery: true },
  { example: EXAMPLE_ID, hasQuery: true },
  { example: '1', hasQuery: true },
] as const;

/** One answer after the other: each lets other reads come next. */
async function record(recorder: Recorder, worker: Worker, bundle: Bundle): Promise<void> {
  for (const answer of ANSWERS) {
    recorder.answer = answer;
    for (const given of EXAMPLES) {
      let from = 0;
      do from = await worker.runReads(bundle, { ...given, from });
      while (from > 0);
    }
  }
}

async function codeIn(dist: string): Promise<string> {
  const scripts = (await filesIn(dist)).filter((file) => /^web\/.*\.js$|^server\/index\.cjs$/.test(file));
  return (await Promise.all(scripts.map((file) => readFile(path.join(dist, file), 'utf8')))).join('\n');
}

type Inspected = Pick<Release, 'routes' | 'staffOnly'>;

interface Found {
  /** Staff pages are cached nowhere, so that their query keys do not matter. */
  readonly query: Release['query'];
  readonly reads: DatabaseReads;
}

/** Runs the server bundle of a build, for the query keys of its patterns and for all that it reads. */
export async function inspect(dist: string, name: string, remote: Inspected): Promise<Found> {
  const { routes, staffOnly } = remote;
  const code = await readFile(path.join(dist, 'server', 'index.cjs'));
  const bundle = { name, version: 'to be published', contract: CONTRACT, code };
  return withRecorder((recorder) =>
    withWorker({ supabase: recorder.connection }, async ({ worker }) => {
      await record(recorder, worker, bundle).catch((cause: Error) => {
        throw new Error(`the reads of ${name} cannot be recorded: ${cause.message}`, { cause });
      });
      const text = await codeIn(dist);
      const reads = readsOf([...recorder.requests, ...(staffOnly ? queriesIn(text) : [])]);
      const query = staffOnly ? undefined : await worker.queryKeys(bundle, routes);
      return { query, reads: withNamed(reads, text, staffOnly) };
    }),
  );
}
