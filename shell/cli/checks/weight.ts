import { readStored } from '../../registry/store/store.ts';
import type { Check } from './subject.ts';

const inKilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** The scripts that every page of the remote needs, as they travel, weigh no more than the team allows itself. */
export const weight: Check = async ({ release, store }) => {
  const scripts = [release.entry, ...(release.chunks.module ?? [])].map((file) => file.path);
  const sizes = await Promise.all(
    [...new Set(scripts)].map(async (script) => (await readStored(store, release, `${script}.br`)).length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (release.budget === undefined) return `${inKilobytes(bytes)} kB, no budget stated`;
  const compared = `${inKilobytes(bytes)} kB of ${release.budget} kB`;
  if (bytes > release.budget * 1000) throw new Error(`${compared} that the remote allows itself in its package.json`);
  return compared;
};
