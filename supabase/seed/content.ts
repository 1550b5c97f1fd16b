import { readdirSync, readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { ContentError, checked } from './references.ts';
import {
  adsSchema,
  categoriesSchema,
  courseSchema,
  draftsSchema,
  lessonSchema,
  matrixSchema,
  pageSchema,
  picturesSchema,
  postSchema,
  promptsSchema,
  workflowsSchema,
  workshopsSchema,
} from './schemas.ts';

/** The pages of the site, in the order of their links. */
const FOOTER = ['ueber-uns', 'impressum', 'datenschutz', 'barrierefreiheit'];

export type Content = ReturnType<typeof readContent>;

/** Reads and checks every content file. */
export function readContent() {
  return {
    categories: readYaml('categories.yaml', categoriesSchema),
    posts: namesIn('posts', /\.md$/).map((name) => {
      const file = `posts/${name}`;
      return { ...readMarkdown(file, postSchema), file };
    }),
    pages: FOOTER.map((name) => readMarkdown(`pages/${name}.md`, pageSchema)),
    pictures: readYaml('pictures.yaml', picturesSchema).map((picture) => ({
      ...picture,
      bytes: readFileSync(pathOf(`pictures/${picture.name}.webp`)),
    })),
    drafts: readYaml('drafts.yaml', draftsSchema),
    courses: namesIn('courses', /^[^.]+$/).map(readCourse),
    workshops: readYaml('workshops.yaml', workshopsSchema),
    matrix: readYaml('matrix.yaml', matrixSchema),
    ads: readYaml('ads.yaml', adsSchema),
    prompts: readYaml('prompts.yaml', promptsSchema),
    workflows: readYaml('workflows.yaml', workflowsSchema),
  };
}

function readCourse(folder: string) {
  const file = `courses/${folder}/course.yaml`;
  const { modules, ...course } = readYaml(file, courseSchema);
  if (course.slug !== folder) throw new ContentError(file, 'slug', `must be the folder's name, ${folder}`);
  const readLesson = (name: string) => ({ ...readMarkdown(`courses/${folder}/${name}.md`, lessonSchema), name });
  return {
    ...course,
    file,
    modules: modules.map((module) => ({ ...module, lessons: module.lessons.map(readLesson) })),
  };
}

const pathOf = (file: string) => new URL(file, import.meta.url);

const namesIn = (folder: string, pattern: RegExp) =>
  readdirSync(pathOf(`${folder}/`))
    .filter((name) => pattern.test(name))
    .sort();

/** Reads a YAML file; `file` is relative to the seed's folder. */
function readYaml<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return checked(schema, parsed(textOf(file), file), file);
}

/** Reads a Markdown file with YAML front matter between two lines of three dashes. */
function readMarkdown<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> & { content: string } {
  const [, frontMatter, content] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(textOf(file)) ?? [];
  if (frontMatter === undefined || !content?.trim()) {
    throw new ContentError(file, '', 'needs front matter between two lines of --- and a text below it');
  }
  return Object.assign(checked(schema, parsed(frontMatter, file), file) as object, {
    content: content.trim(),
  }) as z.output<Schema> & { content: string };
}

function textOf(file: string): string {
  try {
    return readFileSync(pathOf(file), 'utf8');
  } catch {
    throw new ContentError(file, '', 'cannot be read');
  }
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof YAMLParseError ? new ContentError(file, '', error.message) : error;
  }
}
