import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { readWorkshop } from '../../data/matrix.ts';
import { WORKSHOP_PREVIEW, workshopNodes, workshopPicture } from '../../model/metadata.ts';
import { placeOf } from '../../model/workshop.ts';

const loader = reads(({ params: { workshop: id = '' } }) => ({
  id,
  workshop: (reader) => readWorkshop(reader, id, 3),
}));

export type WorkshopPageData = ReturnType<typeof loader>;

function head({ data: { workshop }, url: { origin } }: HeadContext<WorkshopPageData>) {
  if (!workshop.ok) return { title: 'Course not found', noindex: true };
  const { id, title } = workshop.data;
  return {
    title,
    description: placeOf(workshop.data),
    canonical: paths.matrixWorkshopPage({ workshop: id }),
    ...(typeof document === 'undefined' && {
      image: pictureAddress(WORKSHOP_PREVIEW({ workshop: id }), workshopPicture(workshop.data)),
      jsonLd: workshopNodes(workshop.data, origin),
    }),
  };
}

export const workshopRoute = defineRoute({
  id: 'matrix-workshop-page',
  path: paths.matrixWorkshopPage.pattern,
  loader,
  head,
});
