import { TAG_SOURCE } from './code-parts.ts';
import type { Part } from './part.ts';
import { ofShortcode, ofTag } from './tags.ts';

/** Tags at the end of others are not named. */
const isEnd = (name: string) => /^(?:\/|end)/.test(name);

const ATTRIBUTE = String.raw`[.#\w:-]{1,200}(?:=(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|[^\s}"'>]{1,500}))?`;
/** The attributes of kramdown; a hash of Ruby is none. */
const ATTRIBUTES = String.raw`\{:\s*${ATTRIBUTE}(?:\s+${ATTRIBUTE}){0,50}\s*\}|\{:/?[\w:]*\s*/?\}|\{::[^}\n]{0,500}\}`;

const dropped = (kind: 'attributes' | 'comments' | 'contents', pattern: string): Part => ({
  pattern,
  made(_, { found }, { all }) {
    found.add(kind, all.trim());
    return '';
  },
});

export const TAG_PARTS: readonly Part[] = [
  {
    pattern: String.raw`\{\{[<%]-?\s*(?<name>[^\s>%]{1,100})(?<source>[\s\S]{0,1000}?)-?/?[>%]\}\}`,
    isTag: true,
    made({ name = '', source = '' }, context) {
      const made = ofShortcode(name, source, context);
      if (made === null && !isEnd(name)) context.found.add('markup', `{{< ${name} >}}`);
      return made;
    },
  },
  {
    pattern: String.raw`\{%-?\s*(?<name>[\w.-]+)(?<source>${TAG_SOURCE})-?%\}`,
    isTag: true,
    made({ name = '', source = '' }, context) {
      const made = ofTag(name, source.trim(), context);
      if (made === null && !isEnd(name)) context.found.add('markup', `{% ${name} %}`);
      return made;
    },
  },
  {
    pattern: String.raw`\{\{-?(?<source>[^{}\n]{1,500})\}\}`,
    isTag: true,
    made({ source = '' }, context) {
      const [, name, inner] = /^\s*(\w+)\(([^)]*)\)\s*$/.exec(source) ?? [];
      const made = name === undefined ? null : ofShortcode(name, inner ?? '', context);
      if (made === null) context.found.add('markup', `{{ ${source.trim()} }}`);
      return made;
    },
  },
  dropped(
    'comments',
    String.raw`%%(?<=(?:^|\s)%%)(?!%)[\s\S]{1,5000}?%%(?=\s|$)|\{::comment\}[\s\S]{0,5000}?\{:/(?:comment)?\}`,
  ),
  dropped('contents', String.raw`^(?:[-*+]|\d\.)[ \t][^\n]*\n\{:[^}\n]*\btoc\b[^}\n]*\}[ \t\r]*$|^\[TOC\][ \t\r]*$`),
  dropped('attributes', String.raw`^[ \t]*(?:${ATTRIBUTES})[ \t]*(?:\r?\n|$)`),
  dropped(
    'attributes',
    String.raw`${ATTRIBUTES}|(?<=^#{1,6} [^\n]{0,300}[ \t])\{[#.][^}\n]{0,500}\}|(?<=\]\([^()\n]{0,500}\))\{[^{}\n%<][^}\n]{0,500}\}`,
  ),
  {
    pattern: String.raw`^(?:>[ \t]*\[![\w-]+\]|:{3,}[ \t]*[\w-]+|!!![ \t]*[\w-]+)`,
    made(_, { found }, { all }) {
      found.add('markup', all);
      return null;
    },
  },
];
