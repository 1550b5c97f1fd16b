import { dayIn, momentAt } from '@ki/shared/format/zoned-time.ts';
import type { Content } from './content.ts';
import { referencesTo, stableId } from './references.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The rows of each table, in the order in which they can be inserted. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

type Course = Content['courses'][number];
type Axis = Content['matrix']['categories'];

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const ZURICH = 'Europe/Zurich';

export const daysAgoInZurich = (now: Date, days: number, time: string): Date =>
  momentAt(ZURICH, Date.parse(`${dayIn(ZURICH, now)}T${time}:00Z`) - days * DAY);

const written = (at: Date) => ({ created_at: at, updated_at: at });
export const slugOf = ({ slug }: { slug: string }) => slug;

/** The rows of content files, dated relative to `now`; `author` is the account that wrote prompts and workflows. */
export const contentRows = (content: Content, now: Date, author: string | null): Rows => ({
  pictures: content.pictures.map(({ name, title, alt }) => ({ id: stableId('picture', name), title, alt })),
  ...pageRows(content, now),
  ...blogRows(content, now),
  ...workshopRows(content, now),
  ...courseRows(content, now),
  ...matrixRows(content),
  ...adRows(content, now),
  ...workflowRows(content, now, author),
});

function blogRows({ categories, posts }: Content, now: Date): Rows {
  const category = referencesTo('post category', 'categories.yaml', categories.posts, slugOf);
  referencesTo('post', 'posts', posts, slugOf);
  return {
    categories: categories.posts.map(({ slug, name }) => ({ id: stableId('post category', slug), slug, name })),
    posts: posts.map((post) => {
      const published = post.draft ? null : daysAgoInZurich(now, post.days, post.time);
      return {
        id: stableId('post', post.slug),
        title: post.title,
        slug: post.slug,
        content: post.content,
        excerpt: post.excerpt ?? null,
        category_id: category.idOf(post.category, post.file, 'category'),
        published_at: published,
        author: post.author,
        comment_count: post.comments,
        ...written(published && published < now ? published : now),
      };
    }),
  };
}

function pageRows({ pages }: Content, now: Date): Rows {
  const written_at = written(daysAgoInZurich(now, 30, '08:00'));
  return {
    pages: pages.map(({ footer: _, ...page }) => ({
      ...page,
      id: stableId('page', page.slug),
      published_at: written_at.created_at,
      ...written_at,
    })),
    links: pages.map(({ slug, footer }, position) => ({
      id: stableId('link', slug),
      place: 'footer',
      label: footer,
      address: `/${slug}`,
      position,
      page_id: stableId('page', slug),
      ...written_at,
    })),
  };
}

function workshopRows({ categories, workshops }: Content, now: Date): Rows {
  const file = 'workshops.yaml';
  const category = referencesTo('workshop category', 'categories.yaml', categories.workshops, slugOf);
  referencesTo('workshop', file, workshops, slugOf);
  return {
    workshop_categories: categories.workshops.map(({ slug, name }) => ({
      id: stableId('workshop category', slug),
      name,
    })),
    workshops: workshops.map(({ slug, category: of, days, ...columns }, index) => ({
      ...columns,
      id: stableId('workshop', slug),
      workshop_category_id: category.idOf(of, file, `${index}.category`),
      ...written(daysAgoInZurich(now, days, '10:00')),
    })),
  };
}

function courseRows({ categories, courses }: Content, now: Date): Rows {
  const category = referencesTo('course category', 'categories.yaml', categories.courses, slugOf);
  return {
    course_categories: categories.courses.map(({ slug, name }) => ({ id: stableId('course category', slug), name })),
    courses: courses.map((course) => ({
      id: stableId('course', course.slug),
      title: course.title,
      slug: course.slug,
      description: course.description,
      thumbnail_url: course.thumbnail ?? null,
      course_category_id: category.idOf(course.category, course.file, 'category'),
      difficulty_level: course.level,
      is_published: course.published,
      enrollment_count: course.enrolled,
      ...written(writtenAt(course, now)),
    })),
    modules: courses.flatMap((course) =>
      course.modules.map(({ title, description }, index) => ({
        id: moduleId(course, index),
        course_id: stableId('course', course.slug),
        title,
        description,
        order_position: index,
        updated_at: writtenAt(course, now),
      })),
    ),
    lessons: courses.flatMap((course) => lessonRows(course, now)),
  };
}

const writtenAt = ({ days }: Course, now: Date) => daysAgoInZurich(now, days, '09:00');

// Nothing but its place identifies a module; lessons have the names of their files.
const moduleId = ({ slug }: Course, index: number) => stableId('module', `${slug}/${index + 1}`);

function lessonRows(course: Course, now: Date): readonly Row[] {
  const keyOf = ({ name }: { name: string }) => `${course.slug}/${name}`;
  referencesTo(
    'lesson',
    course.file,
    course.modules.flatMap(({ lessons }) => lessons),
    keyOf,
  );
  return course.modules.flatMap(({ lessons }, module) =>
    lessons.map((lesson, index) => ({
      id: stableId('lesson', keyOf(lesson)),
      module_id: moduleId(course, module),
      title: lesson.title,
      content: lesson.content,
      video_url: lesson.video ?? null,
      captions: lesson.captions ?? null,
      transcript: lesson.transcript ?? null,
      duration: lesson.duration,
      lesson_type: lesson.type,
      order_position: index,
      updated_at: writtenAt(course, now),
    })),
  );
}

function matrixRows({ matrix }: Content): Rows {
  const file = 'matrix.yaml';
  const { categories, target_groups, levels, dimensions, workshops } = matrix;
  const codes = (kind: string, axis: Axis) => referencesTo(kind, file, axis, ({ code }) => code);
  const category = codes('matrix category', categories);
  const targetGroup = codes('matrix target group', target_groups);
  const level = codes('matrix level', levels);
  const dimension = referencesTo('matrix dimension', file, dimensions, ({ name }) => name);
  referencesTo('matrix workshop', file, workshops, ({ title }) => title);
  return {
    matrix_categories: axisRows('matrix category', categories),
    matrix_target_groups: axisRows('matrix target group', target_groups),
    matrix_levels: axisRows('matrix level', levels),
    matrix_dimensions: dimensions.map(({ name }, index) => ({
      id: stableId('matrix dimension', name),
      name,
      sort_order: index + 1,
    })),
    matrix_workshops: workshops.map((workshop, index) => ({
      id: stableId('matrix workshop', workshop.title),
      title: workshop.title,
      duration_hours: workshop.duration_hours,
      price_chf: workshop.price_chf,
      prerequisites: workshop.prerequisites ?? null,
      category_id: category.idOf(workshop.category, file, `workshops.${index}.category`),
      target_group_id: targetGroup.idOf(workshop.target_group, file, `workshops.${index}.target_group`),
      level_id: level.idOf(workshop.level, file, `workshops.${index}.level`),
    })),
    matrix_workshop_learning_objectives: workshops.flatMap(({ title, objectives }, index) =>
      Object.entries(objectives).map(([name, objective]) => ({
        id: stableId('matrix objective', `${title}/${name}`),
        matrix_workshop_id: stableId('matrix workshop', title),
        dimension_id: dimension.idOf(name, file, `workshops.${index}.objectives`),
        objective,
      })),
    ),
  };
}

const axisRows = (kind: string, axis: Axis): readonly Row[] =>
  axis.map(({ code, name }, index) => ({ id: stableId(kind, code), code, name, sort_order: index + 1 }));

function adRows({ ads, workshops, courses }: Content, now: Date): Rows {
  const file = 'ads.yaml';
  const workshop = referencesTo('workshop', 'workshops.yaml', workshops, slugOf);
  const course = referencesTo('course', 'courses', courses, slugOf);
  referencesTo('ad', file, ads, ({ title }) => title);
  return {
    ads: ads.map(({ offer, active, ...columns }, index) => {
      const offered = columns.type === 'team' ? workshop : course;
      return {
        ...columns,
        id: stableId('ad', columns.title),
        offer_id: offer ? offered.idOf(offer, file, `${index}.offer`) : null,
        is_active: active,
        ...written(daysAgoInZurich(now, index + 1, '11:00')),
      };
    }),
  };
}

function workflowRows({ workflows, prompts }: Content, now: Date, author: string | null): Rows {
  referencesTo('prompt', 'prompts.yaml', prompts, ({ name }) => name);
  return {
    prompts: prompts.map(({ active, ...columns }, index) => ({
      ...columns,
      id: stableId('prompt', columns.name),
      is_active: active,
      user_id: author,
      ...written(daysAgoInZurich(now, index + 1, '12:00')),
    })),
    workflows: workflows.map(({ hours, ...columns }, index) => {
      const created = new Date(now.getTime() - hours * HOUR);
      const started = columns.status === 'pending' ? null : new Date(created.getTime() + SECOND);
      return {
        ...columns,
        id: stableId('workflow', String(index + 1)),
        user_id: author,
        created_at: created,
        updated_at: started ?? created,
        started_at: started,
        // The pending one stays, to show what that looks like.
        start_before: null,
      };
    }),
  };
}
