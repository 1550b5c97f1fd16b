import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { readWorkshopRow } from '../data/matrix.ts';
import { readTitle } from '../data/title.ts';
import { MATRIX_PREVIEW, WORKSHOP_PREVIEW } from '../model/addresses.ts';
import { perAxis } from '../model/axes.ts';
import { workshopPicture } from '../model/pictures.ts';

export const pictures: readonly Resource[] = [
  pictureResource(MATRIX_PREVIEW, async ({ reader }) => ({ title: await readTitle(reader) })),
  pictureResource(WORKSHOP_PREVIEW.pattern, async ({ reader, params: { workshop = '' } }) => {
    const row = await readWorkshopRow(reader, workshop);
    return workshopPicture({ title: row.title, hours: row.duration_hours, ...perAxis(({ key }) => row[key].name) });
  }),
];
