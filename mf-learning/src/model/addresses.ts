import { address } from '@ki/shared/contract/address.ts';

export const WORKSHOPS_PREVIEW = '/vorschau/workshops.png';
export const COURSES_PREVIEW = '/vorschau/online-kurse.png';
export const WORKSHOP_PREVIEW = address('/workshops/:workshop/vorschau.png');
export const COURSE_PREVIEW = address('/courses/:slug/vorschau.png');
export const LESSON_PREVIEW = address('/courses/:courseSlug/lessons/:lessonId/vorschau.png');
