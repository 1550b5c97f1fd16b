import { plural } from '@ki/shared/format/plural.ts';

/** The modules and lessons of a deleted record, counted; those that it has none of are left out. */
export const deletedWith = (modules: number, lessons: number): readonly string[] => [
  ...(modules > 0 ? [plural(modules, 'module', 'modules')] : []),
  ...(lessons > 0 ? [plural(lessons, 'lesson', 'lessons')] : []),
];

export function cascadeHint(modules: number, lessons: number): string {
  const named = deletedWith(modules, lessons).join(' and ');
  return named && ` Its ${named} will be deleted with it.`;
}
