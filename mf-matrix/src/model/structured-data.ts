import { paths } from '@ki/shared/contract/paths.ts';
import { breadcrumbs, courseInstance, type Node, nodeOf, offer, organization } from '@ki/shared/metadata/json-ld.ts';
import { placeOf, type WorkshopDetails } from './workshop.ts';

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
  return [
    course,
    breadcrumbs(
      [
        { name: 'Course Matrix', path: paths.matrix },
        { name: title, path },
      ],
      origin,
    ),
  ];
}
