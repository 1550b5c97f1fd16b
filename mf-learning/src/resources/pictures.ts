import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { readCourseCard, readLessonRow } from '../data/courses.ts';
import { readWorkshopRow, toSummary } from '../data/workshops.ts';
import {
  COURSE_PREVIEW,
  COURSES_PREVIEW,
  LESSON_PREVIEW,
  WORKSHOP_PREVIEW,
  WORKSHOPS_PREVIEW,
} from '../model/addresses.ts';
import { coursePicture, coursesPicture, lessonPicture, workshopPicture, workshopsPicture } from '../model/pictures.ts';

export const pictures: readonly Resource[] = [
  pictureResource(WORKSHOPS_PREVIEW, async () => workshopsPicture),
  pictureResource(COURSES_PREVIEW, async () => coursesPicture),
  pictureResource(WORKSHOP_PREVIEW.pattern, async ({ reader, params: { workshop = '' } }) =>
    workshopPicture(toSummary(await readWorkshopRow(reader, workshop))),
  ),
  pictureResource(COURSE_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    coursePicture(await readCourseCard(reader, slug)),
  ),
  pictureResource(LESSON_PREVIEW.pattern, async ({ reader, params: { courseSlug = '', lessonId = '' } }) => {
    const { title, module } = await readLessonRow(reader, courseSlug, lessonId);
    return lessonPicture({ title, courseTitle: module.course.title });
  }),
];
