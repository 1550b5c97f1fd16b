import type { z } from 'zod';
import { filesIn, foldersIn, readMarkdown, readYaml } from './read-file.ts';
import { ContentError } from './references.ts';
import {
  adsSchema,
  categoriesSchema,
  courseSchema,
  lessonSchema,
  matrixSchema,
  postSchema,
  promptsSchema,
  workflowsSchema,
  workshopsSchema,
} from './schemas.ts';

type Lesson = z.output<typeof lessonSchema> & { name: string; content: string };
type Course = Omit<z.output<typeof courseSchema>, 'modules'> & {
  modules: { title: string; description: string; lessons: Lesson[] }[];
};

export interface Content {
  categories: z.output<typeof categoriesSchema>;
  posts: (z.output<typeof postSchema> & { file: string; content: string })[];
  courses: (Course & { file: string })[];
  workshops: z.output<typeof workshopsSchema>;
  matrix: z.output<typeof matrixSchema>;
  ads: z.output<typeof adsSchema>;
  prompts: z.output<typeof promptsSchema>;
  workflows: z.output<typeof workflowsSchema>;
}

/** Reads and checks every content file. */
export function readContent(): Content {
  return {
    categories: readYaml('categories.yaml', categoriesSchema),
    posts: filesIn('posts', '.md').map((file) => ({ ...readMarkdown(file, postSchema), file })),
    courses: foldersIn('courses').map(readCourse),
    workshops: readYaml('workshops.yaml', workshopsSchema),
    matrix: readYaml('matrix.yaml', matrixSchema),
    ads: readYaml('ads.yaml', adsSchema),
    prompts: readYaml('prompts.yaml', promptsSchema),
    workflows: readYaml('workflows.yaml', workflowsSchema),
  };
}

function readCourse(folder: string): Content['courses'][number] {
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
