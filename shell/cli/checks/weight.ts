import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import { pageScript } from '@ki/shared/federation/container.ts';
import type { Release, ReleaseFile } from '../../registry/schema.ts';
import { readStored } from '../../registry/store/store.ts';
import type { Check, Subject } from './subject.ts';

interface Part {
  readonly name: string;
  readonly files: readonly ReleaseFile[];
}

const named = ({ chunks }: Release, prefix: string): readonly Part[] =>
  Object.entries(chunks).flatMap(([name, files]) =>
    name.startsWith(prefix) ? [{ name: name.slice(prefix.length), files }] : [],
  );

/** The script of each page; a remote whose pages are below one pattern has the entry and the module for all. */
function pagesOf(release: Release): readonly Part[] {
  const pages = named(release, pageScript(''));
  return pages.length > 0 ? pages : [{ name: 'every page', files: [release.entry, ...(release.chunks.module ?? [])] }];
}

const isPart = ({ chunks }: Release, name: string) =>
  !/^(module|remoteEntry)$/.test(name) &&
  !name.startsWith(pageScript('')) &&
  !name.startsWith(preHydrationChunk('')) &&
  !(pageScript(name) in chunks);

/** Scripts that a page loads when it needs them, such as an editor. */
const laterParts = (release: Release): readonly Part[] =>
  named(release, '').filter(({ name }) => isPart(release, name));

interface Weighed {
  readonly name: string;
  readonly bytes: number;
}

async function heaviest({ release, store }: Subject, parts: readonly Part[]): Promise<Weighed | undefined> {
  const weighed = await Promise.all(
    parts.map(async ({ name, files }) => {
      const paths = [...new Set(files.map((file) => file.path))];
      const sizes = await Promise.all(
        paths.map(async (file) => (await readStored(store, release, `${file}.br`)).length),
      );
      return { name, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
  return weighed.sort((one, other) => other.bytes - one.bytes)[0];
}

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The budget of the package.json limits the compressed scripts of each page. */
export const weight: Check = async (subject) => {
  const { release } = subject;
  const { budget } = release;
  const page = await heaviest(subject, pagesOf(release));
  const later = await heaviest(subject, laterParts(release));
  if (!page) return 'no scripts';
  const found = `${inKilobytes(page.bytes)}${budget === undefined ? '' : ` of ${budget} kB`} for ${page.name}`;
  if (budget !== undefined && page.bytes > budget * 1000)
    throw new Error(`${found}; the remote allows its pages no more in its package.json`);
  const isMore = later !== undefined && later.bytes > 0;
  return [
    found,
    ...(isMore ? [`at most ${inKilobytes(later.bytes)} more when it is needed, for ${later.name}`] : []),
  ].join('; ');
};
