import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { PageText, TextLink, Texts } from '@ki/shared/contract/remote-module.ts';
import { formatDuration } from '@ki/shared/format/durations.ts';
import { linkList, withFrontMatter, withParts } from '@ki/shared/metadata/markdown-text.ts';
import { publicMarkdown } from '@ki/shared/ui/markdown/prepare-text.ts';
import { filtersOf } from '../model/list.ts';
import { listCourses, readCourse, readLessonRow } from './courses.ts';
import { listWorkshops, readWorkshopRow } from './workshops.ts';

const NO_FILTERS = filtersOf(new URLSearchParams());

async function workshopLinks(reader: Reader): Promise<readonly TextLink[]> {
  const { entries } = await listWorkshops(reader, NO_FILTERS, 1);
  return entries.map(({ id, title, subtitle, description }) => ({
    title,
    path: paths.workshopPage({ workshop: id }),
    description: subtitle || description,
  }));
}

async function courseLinks(reader: Reader): Promise<readonly TextLink[]> {
  const { entries } = await listCourses(reader, NO_FILTERS, 1);
  return entries.map(({ slug, title, description }) => ({ title, path: paths.course({ slug }), description }));
}

const list = (path: string, title: string, links: (reader: Reader) => Promise<readonly TextLink[]>): PageText => ({
  path,
  read: async ({ reader, url }) =>
    withFrontMatter({ title, url: url.href }, `${linkList(await links(reader), url.origin)}\n`),
});

const workshop: PageText = {
  path: paths.workshopPage.pattern,
  async read({ reader, params, url }) {
    const row = await readWorkshopRow(reader, params.workshop ?? '');
    const { marker, text } = withParts([
      { field: 'content', title: 'Inhalt', text: await publicMarkdown(row.content) },
      { field: 'learning_objectives', title: 'Lernziele', text: await publicMarkdown(row.learning_objectives) },
    ]);
    const head = {
      title: row.title,
      url: url.href,
      subtitle: row.subtitle,
      description: row.description,
      category: row.category?.name,
      duration: formatDuration(row.duration),
      places: row.max_participants || null,
      updated: row.updated_at,
      marker,
    };
    return withFrontMatter(head, text);
  },
};

const course: PageText = {
  path: paths.course.pattern,
  async read({ reader, params: { slug = '' }, url }) {
    const { title, description, category, level, duration, modules } = await readCourse(reader, slug);
    const sections = modules.map((module) => {
      const links = module.lessons.map((one) => ({
        title: one.title,
        path: paths.lesson({ courseSlug: slug, lessonId: one.id }),
        description: formatDuration(one.duration),
      }));
      const parts = [`## ${module.title}`, module.description, linkList(links, url.origin)];
      return parts.filter(Boolean).join('\n\n');
    });
    const head = { title, url: url.href, description, category, level, duration: formatDuration(duration) };
    return withFrontMatter(head, `${sections.join('\n\n')}\n`);
  },
};

const lesson: PageText = {
  path: paths.lesson.pattern,
  async read({ reader, params: { courseSlug = '', lessonId = '' }, url }) {
    const { title, content, duration, video_url, updated_at, module } = await readLessonRow(
      reader,
      courseSlug,
      lessonId,
    );
    const head = {
      title,
      url: url.href,
      course: module.course.title,
      duration: formatDuration(duration),
      video: video_url,
      updated: updated_at,
    };
    return withFrontMatter(head, await publicMarkdown(content));
  },
};

export const texts: Texts = {
  pages: [
    list(paths.workshops, 'Workshops', workshopLinks),
    list(paths.courses, 'Online-Kurse', courseLinks),
    workshop,
    course,
    lesson,
  ],
  async sections(reader) {
    const [workshops, courses] = await Promise.all([workshopLinks(reader), courseLinks(reader)]);
    return [
      { title: 'Workshops', links: workshops },
      { title: 'Online-Kurse', links: courses },
    ];
  },
};
