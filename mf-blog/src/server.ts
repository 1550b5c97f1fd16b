import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { countAddressPages, listAddresses } from './data/full-lists.ts';
import { texts } from './data/texts.ts';
import { resources } from './resources/resources.ts';

export const onServer = {
  resources,
  sitemap: listAddresses,
  sitemapPages: countAddressPages,
  texts,
} satisfies Partial<RemoteModule>;
