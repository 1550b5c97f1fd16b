import { inBrackets, type Part, pictureOf } from './part.ts';

/** A tag has one end, so that there is one way to read many. */
const TAGS = String.raw`\{%(?:(?!%\})[^\n]){0,300}%\}|\{\{(?:(?!\}\})[^\n]){0,300}\}\}|\{(?![{%])|\([^\s()]*\)`;
const ADDRESS = String.raw`<[^>\n]{0,1000}>|(?:${TAGS}|[^\s()<>{])(?:${TAGS}|[^\s(){]){0,2000}`;
const TITLE = String.raw`(?:\s+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^)\n]{0,500}\)))?\s*`;

const unbracketed = (address = '') => address.replace(/^<(.*)>$/, '$1');

export const LINK_PARTS: readonly Part[] = [
  {
    pattern: String.raw`!\[(?<alt>(?:[^[\]\\]|\\.|\[[^[\]]{0,500}\]){0,1000})\]\(\s*(?<address>${ADDRESS})(?<title>${TITLE})\)`,
    made: ({ alt, address, title }, { destinations }) =>
      `![${alt}](${inBrackets(destinations.picture(unbracketed(address)))}${title})`,
  },
  {
    pattern: String.raw`\]\(\s*(?<address>${ADDRESS})(?<title>${TITLE})\)`,
    made: ({ address, title }, { destinations }) => `](${inBrackets(destinations.link(unbracketed(address)))}${title})`,
  },
  {
    pattern: String.raw`^(?<label> {0,3}\[[^\]^\n][^\]\n]*\]:[ \t]*)(?<address>${ADDRESS})(?=[ \t]*(?:["'(][^\n]*)?\r?$)`,
    made: ({ label, address }, { destinations }) =>
      `${label}${inBrackets(destinations.definition(unbracketed(address)))}`,
  },
  {
    pattern: String.raw`(?<embed>!?)\[\[(?<name>[^[\]|\n]{1,500})(?:\|(?<shown>[^[\]\n]{0,500}))?\]\](?![([])`,
    made({ embed, name = '', shown }, { destinations }) {
      if (/^_?toc_?$/i.test(name)) return '';
      if (!embed || !/\.\w{2,5}$/.test(name)) return destinations.ofWiki(name.trim(), shown?.trim());
      const isSize = shown === undefined || /^\d+(?:x\d+)?$/.test(shown);
      return pictureOf(isSize ? '' : shown, destinations.picture(name));
    },
  },
];
