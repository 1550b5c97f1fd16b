import { toSlug } from '@ki/shared/format/slug.ts';

const SMALL_WORDS: ReadonlySet<string> = new Set([
  'und',
  'oder',
  'mit',
  'fuer',
  'von',
  'der',
  'die',
  'das',
  'im',
  'in',
]);

/** A short code for a name: 'Recht und Ethik' becomes 'RE', 'Einstieg' 'EIN'. May be empty. */
export function toCode(name: string): string {
  const words = toSlug(name)
    .split('-')
    .filter((word) => word !== '' && !SMALL_WORDS.has(word));
  const [first = '', ...more] = words;
  const code = more.length > 0 ? words.map(([letter]) => letter).join('') : first.slice(0, 3);
  return code.toUpperCase();
}
