import { newText, serviceClient, type Tables } from '@ki/shared/testing/given.ts';
import { uploadPicture } from '../media/data/upload-picture.ts';
import { signInAdmin } from './open-admin.ts';

/** The smallest PNG. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

export const pngFile = (name: string) => new File([PNG], name, { type: 'image/png' });

/** The chunk acTL, which says that a PNG has two frames. */
const TWO_FRAMES = Uint8Array.from([0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4c, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
const HEADER = 33;

/** An APNG. */
export const animatedFile = (name: string) =>
  new File([PNG.slice(0, HEADER), TWO_FRAMES, PNG.slice(HEADER)], name, { type: 'image/png' });

/** A picture with its file, as the demo administrator uploads it. */
export async function givenUploaded(values: Tables['pictures']['Update'] = {}) {
  await signInAdmin();
  const [id, title] = [crypto.randomUUID(), newText('pictures', 'title', 'Hochgeladen ')];
  const sending = { signal: new AbortController().signal, onShare: () => undefined };
  await uploadPicture({ id, title, file: pngFile('foto.png'), type: 'image/png' }, sending);
  await serviceClient().from('pictures').update(values).eq('id', id);
  return { id, title };
}
