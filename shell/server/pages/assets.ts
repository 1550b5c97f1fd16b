import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/page-assets.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';

/** A script of a page: absolute or site-relative address and its hash. */
export interface Script {
  readonly src: string;
  readonly integrity: string;
}

export const WEB_ROOT = path.join(import.meta.dirname, '..', '..', 'dist', 'web');

/** The scripts of an entry of the shell, in order, with their hashes: of the one that is built into this folder. */
function scriptsIn(folder: string): readonly Script[] {
  const assets = JSON.parse(readFileSync(path.join(WEB_ROOT, folder, PAGE_ASSETS_FILE), 'utf8')) as { index: string[] };
  return assets.index.map((file) => ({
    src: `/assets/${path.posix.join(folder, file)}`,
    integrity: integrityOf(readFileSync(path.join(WEB_ROOT, folder, file))),
  }));
}

/** What brings a page to life, and what waits for the moment to do so. */
export const shellScripts = () => ({ app: scriptsIn(''), starter: scriptsIn('starter') });
