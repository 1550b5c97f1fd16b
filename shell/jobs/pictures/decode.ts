import type { ChildProcess } from 'node:child_process';
import { PICTURE_TYPES } from '@ki/shared/contract/pictures.ts';
import { z } from 'zod';
import { answersOf, type SandboxedProgram, startSandboxed } from '../processes/sandbox.ts';

/** Each step ends itself after a minute. */
export const SIZE_WITHIN_MS = 130_000;

const DECODER: SandboxedProgram = {
  file: new URL('decoder.ts', import.meta.url),
  subject: 'The picture',
  heapMb: 128,
  memoryMb: 1_500,
  // Its facts, and two sizes for each width.
  mostParts: 20,
  hasAddons: true,
  withinMs: SIZE_WITHIN_MS,
};

const pixels = z.int().min(1).max(20_000);
const sizeSchema = z.object({
  type: z.enum(['image/avif', 'image/webp']),
  width: pixels,
  height: pixels,
  bytes: z.instanceof(Uint8Array).refine(({ length }) => length < 20_000_000),
});
const factsSchema = z.object({ type: z.enum(PICTURE_TYPES), width: pixels, height: pixels, bytes: z.int().positive() });
const partSchema = z.union([z.object({ size: sizeSchema }), z.object({ facts: factsSchema })]);

export type Decoded = z.infer<typeof partSchema>;

/** Returns a function that makes the sizes of an upload in a sandbox of its own, which is started ahead. */
export function createDecoder() {
  const start = () => startSandboxed(DECODER);
  let next: ChildProcess | null = start();

  return async function* decode(upload: Buffer): AsyncGenerator<Decoded> {
    const child = next?.connected ? next : start();
    next = null;
    try {
      for await (const part of answersOf(child, DECODER, upload)) {
        // A start takes half a core for half a second: it waits for the first size, and is over before the last one.
        next ??= start();
        yield partSchema.parse(part);
      }
    } finally {
      next ??= start();
    }
  };
}
