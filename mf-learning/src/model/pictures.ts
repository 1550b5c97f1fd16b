import { formatDuration } from '@ki/shared/format/durations.ts';
import type { Shared } from '@ki/shared/metadata/share-picture.ts';
import type { CourseSummary, LessonEntry } from './course.ts';
import type { WorkshopSummary } from './workshop.ts';

export const workshopsPicture: Shared = { title: 'Workshops' };
export const coursesPicture: Shared = { title: 'Online-Kurse' };

type WorkshopFacts = Pick<WorkshopSummary, 'title' | 'category' | 'duration'>;

export const workshopPicture = ({ title, category, duration }: WorkshopFacts): Shared => ({
  title,
  facts: ['Workshop', category, formatDuration(duration)],
});

type CourseFacts = Pick<CourseSummary, 'title' | 'category' | 'duration'>;

export const coursePicture = ({ title, category, duration }: CourseFacts): Shared => ({
  title,
  facts: ['Online-Kurs', category, formatDuration(duration)],
});

type LessonFacts = Pick<LessonEntry, 'title'> & { readonly courseTitle: string };

export const lessonPicture = ({ title, courseTitle }: LessonFacts): Shared => ({
  title,
  facts: ['Lektion', courseTitle],
});
