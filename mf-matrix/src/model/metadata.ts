import { address, paths } from '@ki/shared/contract/paths.ts';
import { formatHours } from '@ki/shared/format/durations.ts';
import { breadcrumbs, courseInstance, type Node, nodeOf, offer, organization } from '@ki/shared/metadata/json-ld.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import type { Axis } from './axes.ts';
import { placeOf, type Workshop, type WorkshopDetails } from './workshop.ts';

export const MATRIX_PREVIEW = '/vorschau/matrix.png';
export const WORKSHOP_PREVIEW = address('/course-matrix/:workshop/vorschau.png');

export const workshopPicture = (workshop: Pick<Workshop, 'title' | 'hours' | Axis>): Shared => ({
  title: workshop.title,
  facts: [placeOf(workshop), formatHours(workshop.hours)],
});

const isoHours = (hours: number) => (hours > 0 ? `PT${Math.round(hours * 60)}M` : undefined);

export function workshopNodes(workshop: WorkshopDetails, origin: string): Node[] {
  const { id, title, category, level, hours, price, prerequisites, goals } = workshop;
  const path = paths.matrixWorkshopPage({ workshop: id });
  const url = origin + path;
  const course = nodeOf('Course', {
    name: title,
    description: placeOf(workshop),
    url,
    about: category,
    educationalLevel: level,
    coursePrerequisites: prerequisites,
    provider: organization(origin),
    offers: offer({ price, url }),
    hasCourseInstance: courseInstance({ mode: 'Onsite', workload: isoHours(hours) }),
    syllabusSections: goals.map(({ dimension }) => ({ '@type': 'Syllabus', name: dimension })),
  });
  const matrix = { name: 'Course Matrix', path: paths.matrix };
  return [course, breadcrumbs([matrix, { name: title, path }], origin)];
}
