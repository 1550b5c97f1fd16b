import { PICTURE_TYPES } from '@ki/shared/contract/pictures.ts';
import { z } from 'zod';
import { answersOf, type SandboxedProgram, startSandboxed } from '../processes/sandbox.ts';

const DECODER: SandboxedProgram = {
  file: new URL('decoder.ts', import.meta.url),
  subject: 'The picture',
  heapMb: 128,
  memoryMb: 1_500,
  // Its facts, and two sizes for each width.
  mostParts: 20,
  hasAddons: true,
  // Each step ends itself after a minute.
  withinMs: 130_000,
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
  let next = start();

  return async function* decode(upload: Buffer): AsyncGenerator<Decoded> {
    const child = next.connected ? next : start();
    try {
      for await (const part of answersOf(child, DECODER, upload)) yield partSchema.parse(part);
    } finally {
      next = start();
    }
  };
}
