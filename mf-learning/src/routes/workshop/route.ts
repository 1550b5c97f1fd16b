import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { HeadContext } from '@ki/shared/contract/remote-module.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { DESCRIPTION_LENGTH, readWorkshop } from '../../data/workshops.ts';
import { WORKSHOP_PREVIEW, workshopNodes, workshopPicture } from '../../model/metadata.ts';

const loader = reads(({ params: { workshop: id = '' }, preview }) => ({
  id,
  workshop: (reader) => readWorkshop(reader, id, 2, preview),
}));

export type WorkshopData = ReturnType<typeof loader>;

function head({ data: { workshop }, url: { origin } }: HeadContext<WorkshopData>) {
  if (!workshop.ok) return { title: 'Workshop Not Found', noindex: true };
  const { id, title, subtitle, description } = workshop.data;
  return {
    title,
    description: beginningOf(description || subtitle, DESCRIPTION_LENGTH) || undefined,
    canonical: paths.workshopPage({ workshop: id }),
    ...(typeof document === 'undefined' && {
      image: pictureAddress(WORKSHOP_PREVIEW({ workshop: id }), workshopPicture(workshop.data)),
      jsonLd: workshopNodes(workshop.data, origin),
    }),
  };
}

export const workshopRoute = defineRoute({
  id: 'learning-workshop',
  path: paths.workshopPage.pattern,
  loader,
  head,
});
