import type { RemoteModule, Resource } from '@ki/shared/contract/remote-module.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { listAddresses, readTitle, readWorkshopRow } from './data/matrix.ts';
import { texts } from './data/texts.ts';
import { perAxis } from './model/axes.ts';
import { MATRIX_PREVIEW, WORKSHOP_PREVIEW, workshopPicture } from './model/metadata.ts';

const resources: readonly Resource[] = [
  pictureResource(MATRIX_PREVIEW, async ({ reader }) => ({ title: await readTitle(reader) })),
  pictureResource(WORKSHOP_PREVIEW.pattern, async ({ reader, params: { workshop = '' } }) => {
    const row = await readWorkshopRow(reader, workshop);
    return workshopPicture({ title: row.title, hours: row.duration_hours, ...perAxis(({ key }) => row[key].name) });
  }),
];

export const onServer = { resources, sitemap: listAddresses, texts } satisfies Partial<RemoteModule>;
