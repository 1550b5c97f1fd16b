import { z } from 'zod';
import type { JobKind } from '../processes/run-jobs.ts';
import { createFetchSource, type FetchSource } from './asking.ts';
import { reduce } from './reduce.ts';

const inputSchema = z.object({ url: z.string() });

export const readSources = (fetched: FetchSource = createFetchSource()): JobKind<z.infer<typeof inputSchema>> => ({
  kind: 'read_source',
  input: inputSchema,
  // Each has 2 MB, and for a moment a process of its own.
  atOnce: 4,
  work: async ({ url }) => ({ text: await reduce(await fetched(url)) }),
});
