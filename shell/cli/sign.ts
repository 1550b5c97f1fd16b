import { readFile } from 'node:fs/promises';
import { signatureOf } from '../registry/provenance/minisign.ts';
import { signingKeyFrom } from '../registry/provenance/secret-key.ts';
import { releaseText } from '../registry/provenance/signed-release.ts';
import type { Release } from '../registry/schema.ts';
import { RELEASE_FILE, SIGNATURE_FILE } from '../registry/store/content.ts';
import { readStored, type Store } from '../registry/store/store.ts';

async function keyPassword(): Promise<string> {
  const { MINISIGN_PASSWORD } = process.env;
  if (MINISIGN_PASSWORD) return MINISIGN_PASSWORD;
  throw new Error('the key is encrypted; expected its password in MINISIGN_PASSWORD');
}

/** Signs a stored release, unless it is signed. Throws when its file is not as this platform writes it. */
export async function sign(store: Store, release: Release, keyFile: string): Promise<void> {
  const { name, version } = release;
  if (release.signature) return;
  const key = await signingKeyFrom(await readFile(keyFile, 'utf8'), keyPassword);
  const content = await readStored(store, release, RELEASE_FILE);
  if (content.toString() !== releaseText(release)) {
    throw new Error(`${name}@${version} was published by an older platform; expected a version of this one to sign`);
  }
  await store.add(name, version, SIGNATURE_FILE, signatureOf(content, key, `${name}@${version}`));
}
