/** What a row of a table is called. */
const KINDS: Readonly<Record<string, string>> = {
  posts: 'Post',
  categories: 'Category',
  ads: 'Ad',
  prompts: 'Prompt',
  workflows: 'Workflow',
  workshops: 'Workshop',
  workshop_categories: 'Workshop Category',
  courses: 'Online Course',
  course_categories: 'Course Category',
  modules: 'Module',
  lessons: 'Lesson',
};

export const kindOf = (relation: string): string => KINDS[relation] ?? relation;
