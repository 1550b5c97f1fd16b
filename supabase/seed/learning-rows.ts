import type { Content } from './content.ts';
import { referencesTo, stableId } from './references.ts';
import type { Row } from './tables.ts';
import { daysAgoInZurich } from './zurich-time.ts';

type Course = Content['courses'][number];

export function courseRows({ categories, courses }: Content, now: Date): [table: string, rows: Row[]][] {
  const category = referencesTo('course category', 'categories.yaml', categories.courses, ({ slug }) => slug);
  return [
    ['course_categories', categories.courses.map(({ slug, name }) => ({ id: category.idOf(slug, '', ''), name }))],
    [
      'courses',
      courses.map((course) => ({
        id: stableId('course', course.slug),
        title: course.title,
        slug: course.slug,
        description: course.description,
        thumbnail_url: course.thumbnail ?? null,
        course_category_id: category.idOf(course.category, course.file, 'category'),
        difficulty_level: course.level,
        is_published: course.published,
        enrollment_count: course.enrolled,
        created_at: writtenAt(course, now),
        updated_at: writtenAt(course, now),
      })),
    ],
    ['modules', courses.flatMap((course) => moduleRows(course, now))],
    ['lessons', courses.flatMap((course) => lessonRows(course, now))],
  ];
}

const writtenAt = ({ days }: Course, now: Date) => daysAgoInZurich(now, days, '09:00');

// Nothing but its place identifies a module; lessons have the names of their files.
const moduleId = ({ slug }: Course, index: number) => stableId('module', `${slug}/${index + 1}`);

function moduleRows(course: Course, now: Date): Row[] {
  return course.modules.map(({ title, description }, index) => ({
    id: moduleId(course, index),
    course_id: stableId('course', course.slug),
    title,
    description,
    order_position: index,
    updated_at: writtenAt(course, now),
  }));
}

function lessonRows(course: Course, now: Date): Row[] {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const lesson = referencesTo('lesson', course.file, lessons, ({ name }) => `${course.slug}/${name}`);
  return course.modules.flatMap(({ lessons }, module) =>
    lessons.map(({ name, title, content, type, duration, video, captions, transcript }, index) => ({
      id: lesson.idOf(`${course.slug}/${name}`, course.file, 'modules'),
      module_id: moduleId(course, module),
      title,
      content,
      video_url: video ?? null,
      captions: captions ?? null,
      transcript: transcript ?? null,
      duration,
      lesson_type: type,
      order_position: index,
      updated_at: writtenAt(course, now),
    })),
  );
}

const FILE = 'workshops.yaml';

export function workshopRows({ categories, workshops }: Content, now: Date): [table: string, rows: Row[]][] {
  const category = referencesTo('workshop category', 'categories.yaml', categories.workshops, ({ slug }) => slug);
  const workshop = referencesTo('workshop', FILE, workshops, ({ slug }) => slug);
  return [
    ['workshop_categories', categories.workshops.map(({ slug, name }) => ({ id: category.idOf(slug, '', ''), name }))],
    [
      'workshops',
      workshops.map(({ slug, category: categorySlug, days, ...columns }, index) => {
        const written = daysAgoInZurich(now, days, '10:00');
        return {
          ...columns,
          id: workshop.idOf(slug, FILE, `${index}.slug`),
          workshop_category_id: category.idOf(categorySlug, FILE, `${index}.category`),
          created_at: written,
          updated_at: written,
        };
      }),
    ],
  ];
}
