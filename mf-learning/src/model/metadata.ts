import { address, paths } from '@ki/shared/contract/paths.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import {
  breadcrumbs,
  courseInstance,
  isoDuration,
  type Node,
  nodeOf,
  offer,
  organization,
} from '@ki/shared/metadata/json-ld.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import { type Course, type CourseSummary, durationOf, type Lesson } from './course.ts';
import { COURSES, WORKSHOPS } from './list.ts';
import type { WorkshopDetails } from './workshop.ts';

export const WORKSHOPS_PREVIEW = '/vorschau/workshops.png';
export const COURSES_PREVIEW = '/vorschau/online-kurse.png';
export const WORKSHOP_PREVIEW = address('/workshops/:workshop/vorschau.png');
export const COURSE_PREVIEW = address('/courses/:slug/vorschau.png');
export const LESSON_PREVIEW = address('/courses/:courseSlug/lessons/:lessonId/vorschau.png');

type Offered = Pick<CourseSummary, 'title' | 'category' | 'duration'>;

export const workshopPicture = ({ title, category, duration }: Offered): Shared => ({
  title,
  facts: ['Workshop', category, formatDuration(duration)],
});

export const coursePicture = ({ title, category, duration }: Offered): Shared => ({
  title,
  facts: ['Online-Kurs', category, formatDuration(duration)],
});

export const lessonPicture = ({ title, courseTitle }: Pick<Lesson, 'title' | 'courseTitle'>): Shared => ({
  title,
  facts: ['Lektion', courseTitle],
});

export function workshopNodes(workshop: WorkshopDetails, origin: string): Node[] {
  const { id, title, subtitle, description, duration, maxParticipants, category } = workshop;
  const path = paths.workshopPage({ workshop: id });
  const course = nodeOf('Course', {
    name: title,
    description: description || subtitle || title,
    url: origin + path,
    about: category,
    provider: organization(origin),
    hasCourseInstance: courseInstance({ mode: 'Onsite', workload: isoDuration(duration), places: maxParticipants }),
  });
  return [course, breadcrumbs([WORKSHOPS, { name: title, path }], origin)];
}

export function courseNodes(course: Course, origin: string): Node[] {
  const { title, slug, description, level, category, duration, modules } = course;
  const path = paths.course({ slug });
  const url = origin + path;
  const node = nodeOf('Course', {
    name: title,
    description: description || title,
    url,
    about: category,
    educationalLevel: level,
    isAccessibleForFree: true,
    provider: organization(origin),
    offers: offer({ price: 0, url }),
    hasCourseInstance: courseInstance({ mode: 'Online', workload: isoDuration(duration) }),
    syllabusSections: modules.map((module) => ({
      '@type': 'Syllabus',
      name: module.title,
      ...(module.description && { description: module.description }),
      ...(isoDuration(durationOf(module)) && { timeRequired: isoDuration(durationOf(module)) }),
    })),
  });
  return [node, breadcrumbs([COURSES, { name: title, path }], origin)];
}

export function lessonNodes(lesson: Lesson, courseSlug: string, origin: string): Node[] {
  const { id, title, description, duration, type, courseTitle } = lesson;
  const path = paths.lesson({ courseSlug, lessonId: id });
  const course = { name: courseTitle, path: paths.course({ slug: courseSlug }) };
  const node = nodeOf('LearningResource', {
    name: title,
    description,
    url: origin + path,
    learningResourceType: type === 'video' ? 'Video' : 'Lektion',
    isAccessibleForFree: true,
    timeRequired: isoDuration(duration),
    isPartOf: { '@type': 'Course', name: course.name, url: origin + course.path },
    publisher: organization(origin),
  });
  return [node, breadcrumbs([COURSES, course, { name: title, path }], origin)];
}
