import type { RemoteModule, Resource, ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { DataError, orMissing } from '@ki/shared/data/errors.ts';
import { pictureResource } from '@ki/shared/metadata/share-picture.ts';
import { readCourse, readLessonRow } from './data/courses.ts';
import { listAddresses } from './data/list-addresses.ts';
import { texts } from './data/texts.ts';
import { readWorkshopRow, toSummary } from './data/workshops.ts';
import { captionsAddress } from './model/course.ts';
import { COURSES, WORKSHOPS } from './model/list.ts';
import {
  COURSE_PREVIEW,
  COURSES_PREVIEW,
  coursePicture,
  LESSON_PREVIEW,
  lessonPicture,
  WORKSHOP_PREVIEW,
  WORKSHOPS_PREVIEW,
  workshopPicture,
} from './model/metadata.ts';

/** The captions of a lesson of a published course, as a file of this site: a video's track must have its page's origin. */
async function captionsAnswer({ reader, params: { courseSlug = '', lessonId = '' } }: ResourceContext) {
  const { captions } = await readLessonRow(reader, courseSlug, lessonId);
  if (captions === null) throw new DataError('not_found', 'This lesson has no captions.');
  return new Response(captions, {
    headers: { 'content-type': 'text/vtt; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

const resources: readonly Resource[] = [
  { path: captionsAddress.pattern, respond: orMissing(captionsAnswer) },
  pictureResource(WORKSHOPS_PREVIEW, async () => ({ title: WORKSHOPS.name })),
  pictureResource(COURSES_PREVIEW, async () => ({ title: COURSES.name })),
  pictureResource(WORKSHOP_PREVIEW.pattern, async ({ reader, params: { workshop = '' } }) =>
    workshopPicture(toSummary(await readWorkshopRow(reader, workshop))),
  ),
  pictureResource(COURSE_PREVIEW.pattern, async ({ reader, params: { slug = '' } }) =>
    coursePicture(await readCourse(reader, slug)),
  ),
  pictureResource(LESSON_PREVIEW.pattern, async ({ reader, params: { courseSlug = '', lessonId = '' } }) => {
    const { title, module } = await readLessonRow(reader, courseSlug, lessonId);
    return lessonPicture({ title, courseTitle: module.course.title });
  }),
];

export const onServer = { resources, sitemap: listAddresses, texts } satisfies Partial<RemoteModule>;
