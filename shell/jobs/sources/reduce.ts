import { z } from 'zod';
import type { Fetched } from '../fetch/fetch-bytes.ts';
import { answersOf, type SandboxedProgram, startSandboxed } from '../processes/sandbox.ts';

const REDUCER: SandboxedProgram = {
  file: new URL('reducer.ts', import.meta.url),
  subject: 'Its text',
  heapMb: 128,
  memoryMb: 400,
  mostParts: 1,
  withinMs: 10_000,
};

const textSchema = z.string();

/** Reduces a source to its text in a sandbox with a limit of memory and time. */
export async function reduce(source: Fetched, withinMs = REDUCER.withinMs): Promise<string> {
  let text = '';
  for await (const part of answersOf(startSandboxed(REDUCER), { ...REDUCER, withinMs }, source)) {
    text = textSchema.parse(part);
  }
  return text;
}
