import { address } from '@ki/shared/contract/address.ts';
import { paths } from '@ki/shared/contract/paths.ts';

/** The captions of a lesson's video file. */
export const captionsAddress = address(`${paths.lesson.pattern}/captions.vtt`);

export const WORKSHOPS_PREVIEW = '/vorschau/workshops.png';
export const COURSES_PREVIEW = '/vorschau/online-kurse.png';
export const WORKSHOP_PREVIEW = address('/workshops/:workshop/vorschau.png');
export const COURSE_PREVIEW = address('/courses/:slug/vorschau.png');
export const LESSON_PREVIEW = address('/courses/:courseSlug/lessons/:lessonId/vorschau.png');
