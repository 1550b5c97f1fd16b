import { EARLY_LIMIT, earlyChunk } from '@ki/shared/contract/early.ts';
import { readStored } from '../../registry/store/store.ts';
import type { Check } from './subject.ts';

/** What pages run before they are alive weighs no more than every visit can bear. */
export const early: Check = async ({ release, store }) => {
  const scripts = Object.entries(release.chunks).filter(([name]) => name.startsWith(earlyChunk('')));
  const weighed = await Promise.all(
    scripts.map(async ([name, files]) => {
      const contents = await Promise.all(files.map((file) => readStored(store, release, file.path)));
      return { name, bytes: contents.reduce((sum, content) => sum + content.length, 0) };
    }),
  );
  const heavy = weighed.find(({ bytes }) => bytes > EARLY_LIMIT);
  if (heavy) throw new Error(`${heavy.name} weighs ${heavy.bytes} bytes; expected at most ${EARLY_LIMIT}`);
  return weighed.map(({ name, bytes }) => `${name} ${bytes} bytes`).join(', ') || 'none';
};
