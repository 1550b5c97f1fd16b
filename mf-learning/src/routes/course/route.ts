import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import { readCourse } from '../../data/courses.ts';
import { COURSE_PREVIEW, courseNodes, coursePicture } from '../../model/metadata.ts';

const loader = reads(({ params: { slug = '' }, preview }) => ({
  slug,
  course: (reader) => readCourse(reader, slug, preview),
}));

export type CourseData = ReturnType<typeof loader>;

export const courseRoute = defineRoute({
  id: 'learning-course',
  path: paths.course.pattern,
  loader,
  // The progress is stored in the browser.
  hydrate: 'idle',
  head: ({ data: { course }, url: { origin } }) => {
    if (!course.ok) return { title: 'Course Not Found', noindex: true };
    const { title, slug, description } = course.data;
    return {
      title,
      description: description || undefined,
      ...(typeof document === 'undefined' && {
        image: pictureAddress(COURSE_PREVIEW({ slug }), coursePicture(course.data)),
        jsonLd: courseNodes(course.data, origin),
      }),
    };
  },
});
