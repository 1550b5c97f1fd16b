import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Site } from '@ki/shared/contract/site.ts';
import { siteOf } from '@ki/shared/data/site.ts';
import { ifThere, writeDurably } from '@ki/shared/process/files.ts';
import type { TagVersionSource } from '../cache/tag-versions.ts';

interface Settings {
  readonly read: () => Promise<unknown>;
  readonly tagVersions: Pick<TagVersionSource, 'current'>;
  readonly dataDir: string;
  readonly apply: (site: Site) => void;
}

/** Applies the site of now. `false` when it could not be read: the last known one stays in force. Never rejects. */
export type UpdateSite = () => Promise<boolean>;

export const siteCopy = (dataDir: string) => path.join(dataDir, 'site.last-good.json');

async function keepCopy(dataDir: string, row: unknown): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeDurably(siteCopy(dataDir), `${JSON.stringify(row, null, 2)}\n`);
}

/** Reads the site again when its cache tag has another version. A copy on the disk serves a start without a database. */
export function followSite({ read, tagVersions, dataDir, apply }: Settings): UpdateSite {
  let version: string | null = null;
  let isKnown = false;
  let problem: string | null = null;
  let reading: { readonly version: string; readonly done: Promise<boolean> } | null = null;

  function take(row: unknown): void {
    apply(siteOf(row));
    isKnown = true;
  }

  async function applyCopy(): Promise<void> {
    const text = await ifThere(readFile(siteCopy(dataDir), 'utf8'));
    if (text !== null && !isKnown) take(JSON.parse(text));
  }

  async function failed(error: unknown): Promise<false> {
    const fault = error instanceof Error ? error.message : String(error);
    if (fault !== problem) console.error(`the site cannot be read, the last known one stays in force: ${fault}`);
    problem = fault;
    if (!isKnown) {
      await applyCopy().catch((broken: unknown) => console.error('the copy of the site cannot be used:', broken));
    }
    return false;
  }

  async function readAt(asked: string): Promise<boolean> {
    try {
      const row = await read();
      take(row);
      version = asked;
      problem = null;
      await keepCopy(dataDir, row).catch((error: unknown) => console.error('the site was not copied:', error));
      return true;
    } catch (error) {
      return failed(error);
    }
  }

  return async () => {
    const versions = await tagVersions.current();
    if (!versions) return isKnown ? false : failed(new Error('the database does not respond'));
    if (versions.site === version) return true;
    if (reading?.version !== versions.site) {
      const done = readAt(versions.site).finally(() => {
        if (reading?.done === done) reading = null;
      });
      reading = { version: versions.site, done };
    }
    return reading.done;
  };
}
