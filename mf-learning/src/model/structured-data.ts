import { paths } from '@ki/shared/contract/paths.ts';
import {
  breadcrumbs,
  courseInstance,
  isoDuration,
  type Node,
  nodeOf,
  offer,
  organization,
} from '@ki/shared/metadata/json-ld.ts';
import { type Course, durationOf, type Lesson } from './course.ts';
import type { WorkshopDetails } from './workshop.ts';

export const WORKSHOPS = { name: 'Workshops', path: paths.workshops };
export const COURSES = { name: 'Online-Kurse', path: paths.courses };

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
