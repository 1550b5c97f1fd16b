import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/page-assets.ts';

/** A script of a page: absolute or site-relative address and its hash. */
export interface Script {
  readonly src: string;
  readonly integrity: string;
}

export const WEB_ROOT = path.join(import.meta.dirname, '..', '..', 'dist', 'web');

const integrityOf = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/** The scripts of the shell's entry, in order, with their hashes. */
export function shellScripts(): readonly Script[] {
  const assets = JSON.parse(readFileSync(path.join(WEB_ROOT, PAGE_ASSETS_FILE), 'utf8')) as { index: string[] };
  return assets.index.map((file) => ({ src: `/assets/${file}`, integrity: integrityOf(path.join(WEB_ROOT, file)) }));
}
