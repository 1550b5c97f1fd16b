import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/list-addresses.ts';
import { texts } from './data/texts.ts';
import { resources } from './resources/resources.ts';

export const onServer = { resources, sitemap: listAddresses, texts } satisfies Partial<RemoteModule>;
