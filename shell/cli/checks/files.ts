import { preHydrationChunk } from '@ki/shared/contract/pre-hydration.ts';
import { pageScript } from '@ki/shared/federation/container.ts';
import { reasonAgainstFile } from '@ki/shared/federation/scripts-only.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import type { Release, ReleaseFile } from '../../registry/schema.ts';
import { assertDescribes, eachOf } from '../../registry/store/content.ts';
import { readStored, storedHashes } from '../../registry/store/store.ts';
import { addressed, assetsAt } from '../../server/resolve/release-set.ts';
import { type Check, entryAfterPromoting, Faults, type Subject } from './subject.ts';

const FETCH_TIMEOUT_MS = 10_000;

async function assertServed(url: string, integrity: string): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }).catch((error: unknown) => {
    throw new Error(`${url} cannot be reached: ${error instanceof Error ? error.message : error}`);
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  if (integrityOf(Buffer.from(await response.arrayBuffer())) !== integrity) {
    throw new Error(`${url} does not have the stated hash`);
  }
}

export const files: Check = async (subject) => {
  const { store, release, registry, config, isRunning, hasBackend, origin } = subject;
  const hashes = await storedHashes(store, release);
  assertDescribes(release, hashes, store.place);
  const unused = [...hashes.keys()].flatMap((file) => {
    const reason = reasonAgainstFile(file);
    return reason ? [`${file} is shown by no page: ${reason}`] : [];
  });
  if (unused.length > 0) throw new Faults(unused);
  const stored = `${hashes.size} files in the store`;
  const entry = entryAfterPromoting(registry, release, origin);
  const isLocal = release.name in { ...registry.remotes, ...registry.pending };
  if (!entry.origin && !isLocal) return `${stored}; served once the remote is live`;
  if (!entry.origin && !isRunning)
    return hasBackend
      ? `${stored}; another machine serves them`
      : `${stored}; not served now, the platform does not run`;
  const { address } = addressed(entry, release, assetsAt(registry, config.port));
  await eachOf(hashes, ([path, integrity]) => assertServed(address({ path, integrity }), integrity));
  return `${stored} and at ${new URL(address(release.entry)).origin}`;
};

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

async function heaviest({ release, store }: Subject, parts: readonly Part[]) {
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
