import { plural } from '@ki/shared/format/plural.ts';

/** The part of a question that names what a deletion takes along; '' for nothing. */
export function goesAlong(modules: number, lessons: number): string {
  const parts = [
    modules > 0 && plural(modules, 'module', 'modules'),
    lessons > 0 && plural(lessons, 'lesson', 'lessons'),
  ];
  const named = parts.filter(Boolean).join(' and ');
  return named && ` Its ${named} will be deleted with it.`;
}
