import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '@ki/shared/contract/site.ts';
import { siteOf } from '@ki/shared/data/site.ts';
import { ifThere, writeJson } from '@ki/shared/process/files.ts';
import { followTag, type Update } from '../tags/tag-versions.ts';

interface Settings {
  readonly read: () => Promise<unknown>;
  readonly dataDir: string;
  readonly apply: (site: Site) => void;
}

export const siteCopy = (dataDir: string) => path.join(dataDir, 'site.last-good.json');

/** Applies the site of now. A copy on the disk serves a start without a database. */
export function followSite({ read, dataDir, apply }: Settings): Update {
  let isKnown = false;

  function applyRow(row: unknown): void {
    apply(siteOf(row));
    isKnown = true;
  }

  async function applyCopy(): Promise<void> {
    if (isKnown) return;
    const text = await ifThere(readFile(siteCopy(dataDir), 'utf8'));
    if (text !== null && !isKnown) applyRow(JSON.parse(text));
  }

  return followTag({
    tag: 'site',
    what: 'the site',
    async take() {
      const row = await read();
      applyRow(row);
      await writeJson(siteCopy(dataDir), row).catch((error: unknown) =>
        console.error('the site was not copied:', error),
      );
    },
    orElse: () => applyCopy().catch((broken: unknown) => console.error('the copy of the site cannot be used:', broken)),
  });
}
