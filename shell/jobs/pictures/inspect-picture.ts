import { PICTURE_TYPES } from '@ki/shared/contract/pictures.ts';
import { z } from 'zod';
import { answersOf, type SandboxedProgram, startSandboxed } from '../processes/sandbox.ts';
import type { PictureFile } from './read-picture-file.ts';

const INSPECTOR: SandboxedProgram = {
  file: new URL('inspector.ts', import.meta.url),
  subject: 'The picture',
  heapMb: 96,
  memoryMb: 200,
  mostParts: 1,
  withinMs: 10_000,
};

const inspectedSchema = z.object({
  type: z.enum(PICTURE_TYPES),
  width: z.int().positive(),
  height: z.int().positive(),
  end: z.int().positive(),
});

/** Recognizes a picture in a sandbox. What follows its end, such as another file, is cut off. */
export async function inspectPicture(content: Buffer): Promise<Omit<PictureFile, 'frames'>> {
  for await (const part of answersOf(startSandboxed(INSPECTOR), INSPECTOR, content)) {
    const { end, ...picture } = inspectedSchema.parse(part);
    return { ...picture, bytes: content.subarray(0, end) };
  }
  throw new Error('the inspector of pictures answered nothing');
}
