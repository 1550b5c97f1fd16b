import path from 'node:path';
import { createFolderStore } from './folder-store.ts';
import type { Store } from './store.ts';

export type StoreSettings = Readonly<ReturnType<typeof storeSettings>>;

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/;
const isAddress = (text: string) => URL.canParse(text) && /^https?:/.test(text);

function address(name: string, text: string | undefined, example: string): string | undefined {
  if (!text) return undefined;
  if (!isAddress(text)) throw new Error(`${name} is "${text}"; expected an address like ${example}`);
  return text.replace(/\/+$/, '');
}

/** A file of the store on the site's origin could read the session of signed-in staff. */
function storeAddress({ STORE_URL, SITE_URL }: NodeJS.ProcessEnv): string | undefined {
  const url = address('STORE_URL', STORE_URL, 'https://cdn.example.org/store');
  if (url && SITE_URL && URL.parse(url)?.origin === URL.parse(SITE_URL)?.origin) {
    throw new Error(`STORE_URL is "${STORE_URL}", on the origin of SITE_URL; expected an origin of its own`);
  }
  return url;
}

export const localStore = (dataDir: string) => path.join(dataDir, 'store');

export function storeSettings(environment: NodeJS.ProcessEnv, dataDir: string, root: string) {
  const { STORE: place, STORE_ENDPOINT: endpoint } = environment;
  if (place?.includes('://') && !S3.test(place)) {
    throw new Error(`the store is "${place}"; expected a folder or s3://bucket/path`);
  }
  return {
    place: !place ? localStore(dataDir) : S3.test(place) ? place : path.resolve(root, place),
    endpoint: address('STORE_ENDPOINT', endpoint, 'https://s3.example.org'),
    url: storeAddress(environment),
  };
}

/** The vendor's library is loaded only for a store that needs it. */
export async function openStore({ place, endpoint }: StoreSettings): Promise<Store> {
  const [, bucket, folder = ''] = S3.exec(place) ?? [];
  if (!bucket) return createFolderStore(place);
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({ bucket, folder: folder.replace(/^\/+|\/+$/g, ''), endpoint }, process.env);
}

export function originOf({ place, url }: StoreSettings, name: string, known?: string): string | undefined {
  if (url) return `${url}/${name}`;
  if (!known && S3.test(place)) throw new Error(`STORE_URL is missing; expected the public address of ${place}`);
  return known;
}
