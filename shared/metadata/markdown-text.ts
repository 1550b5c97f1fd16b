import type { TextLink } from '../contract/remote-module.ts';

type FrontMatter = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** YAML reads these as line breaks or refuses them; JSON keeps them. */
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON is YAML, one line a value, so that no value ends the front matter. */
const inYaml = (value: string | number | boolean) => JSON.stringify(value).replace(NOT_IN_YAML, escaped);

/** A text below its front matter; what follows the line `---` and an empty line is the text to the letter. */
export function withFrontMatter(head: FrontMatter, text: string): string {
  const lines = Object.entries(head).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${key}: ${inYaml(value)}\n`],
  );
  return `---\n${lines.join('')}---\n\n${text}`;
}

export interface TextPart {
  readonly field: string;
  readonly title: string;
  readonly text: string;
}

/** A word that occurs in no text, so that the lines with it divide the texts exactly. */
function markerFor(texts: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const marker = number === 1 ? 'text' : `text-${number}`;
    if (!texts.some((text) => text.includes(`<!-- ${marker} `) || text.includes(`<!-- /${marker} `))) return marker;
  }
}

/** Several texts under their headings; each is to the letter between two comments that name its field. */
export function withParts(parts: readonly TextPart[]): { readonly marker: string; readonly text: string } {
  const shown = parts.filter(({ text }) => text !== '');
  const marker = markerFor(shown.map(({ text }) => text));
  const section = ({ field, title, text }: TextPart) =>
    `## ${title}\n\n<!-- ${marker} ${field} -->\n${text}\n<!-- /${marker} ${field} -->\n`;
  return { marker, text: shown.map(section).join('\n') };
}

const inLink = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]\\]/g, '\\$&');

/** Links to the texts of pages. */
export const linkList = (links: readonly TextLink[], origin: string): string =>
  links
    .map(({ title, path, description }) => {
      const more = description ? `: ${description.replace(/\s+/g, ' ').trim()}` : '';
      return `- [${inLink(title)}](${origin}${path}.md)${more}`;
    })
    .join('\n');
