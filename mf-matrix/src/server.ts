import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { listAddresses } from './data/matrix.ts';
import { texts } from './data/texts.ts';
import { pictures } from './resources/pictures.ts';

export const onServer = { resources: pictures, sitemap: listAddresses, texts } satisfies Partial<RemoteModule>;
