import { site } from '@ki/shared/contract/site.ts';
import type { Resource, ResourceContext } from '../contract/remote-module.ts';
import { orMissing } from '../data/errors.ts';
import { xmlText } from '../format/xml.ts';
import { COVER_FRAME, COVER_PAINTS, coverArt, coverPalette } from '../ui/media/cover-art.ts';

/**
 * The characters that both weights of the font of cards have, Source Serif 4: Latin with Vietnamese, Greek, Cyrillic and
 * signs. In hexadecimal; a test reads them from the font.
 */
const DRAWN = `
  20-7e a0-12b 12e-131 134-165 168-17f 18f 192 1a0-1a1 1af-1b0 1cd-1dc 1e6-1e7 1f8-1f9 218-21b 237 251 259 261
  2b0 2b2-2b3 2b7-2b8 2bb-2bc 2be-2bf 2c6-2cc 2d8-2dd 2e1-2e3 300-304 306-30c 31b 323-324 326-329 32e 331
  374-375 37e 384-38a 38c 38e-3a1 3a3-3ce 3d7 3d9 3db 3dd 3e1 400-45f 462-463 472-475 490-493 496-49b 4a0-4a3
  4aa-4ab 4ae-4b3 4b6-4b7 4ba-4bb 4c0-4c2 4cf-4d1 4d4-4d9 4e2-4e3 4e6-4e9 4ee-4ef 4f2-4f3 1d43 1d47-1d49 1d4d
  1d4f-1d50 1d52 1d56-1d58 1d5b 1d9c 1da0 1dbb 1e0c-1e0f 1e20-1e21 1e24-1e25 1e2a-1e2b 1e36-1e3b 1e3e-1e3f
  1e42-1e49 1e5a-1e63 1e6c-1e6f 1e80-1e85 1e8e-1e8f 1e92-1e93 1e97 1e9e 1ea0-1ef9 2002-2007 2009-200b 2010
  2012-2015 2018-201a 201c-201e 2020-2022 2025-2026 202f-2030 2032-2033 2039-203a 203c 2044 2047-2049 2070-2071
  2074-2079 207d-2089 208d-208e 20a1 20a4 20a6-20a7 20a9 20ab-20ac 20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bd 20bf
  2113 2116-2117 2120 2122 2126 212e 2153-2154 215b-215e 2190-2193 2196-2199 2202 2206 220f 2211-2212 2215
  2219-221a 221e 222b 2248 2260 2264-2265 25a0 25b2-25b3 25b6-25b7 25bc-25bd 25c0-25c1 25c6 25c9-25ca 2610-2611
  266a 2713 2752 2e3a-2e3b fb00-fb04 1f12f 1f16a-1f16b
`;

const asClass = DRAWN.trim()
  .replace(/[0-9a-f]+/g, (code) => `\\u{${code}}`)
  .replace(/\s+/g, '');
const UNKNOWN = `[^${asClass}\\s]`;
const LETTERS = new RegExp(UNKNOWN, 'gu');
/** A character that is not drawn, with its marks. */
const UNDRAWN = `${UNKNOWN}\\p{M}*`;
const RUNS = new RegExp(`(\\s*)(?:${UNDRAWN})+(?:\\s+(?:${UNDRAWN})+)*(\\s*)`, 'gu');

/** More than a card shows. */
const LONGEST = 2_000;

/** A text without characters for which a card has no letters, such as emoji, which would be drawn as boxes. */
export const drawnText = (text: string): string =>
  text
    .slice(0, LONGEST)
    .toWellFormed()
    .normalize('NFC')
    // A letter and its mark are drawn apart where the font has not both in one.
    .replace(LETTERS, (letter) => letter.normalize('NFD'))
    .replace(RUNS, (run, before: string, after: string, at: number, all: string) => {
      const isAtMark = /^(?:$|[,.;:!?)\]])/.test(all.slice(at + run.length));
      return at === 0 || isAtMark || before + after === '' ? '' : ' ';
    })
    .trim();

const hasLetters = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 72;
const TOP = 176;
const TITLE_WIDTH = 700;
const FACTS_WIDTH = WIDTH - 2 * LEFT;
const FACTS_SIZE = 28;
const MOST_LINES = 5;
const TITLE_HEIGHT = 300;
const LINE_HEIGHT = 1.2;
const SIZES = [68, 58, 50, 42] as const;
/** More letters than the smallest size can show. */
const MOST_LETTERS = 300;

/** Widths of letters in ems, for a serif of usual width; any other letter counts as an average small one. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/\p{M}/u, 0],
  [/[ijlI.,:;!'|’‚„“”()[\]іїι]/, 0.34],
  [/[tfrs ]/, 0.42],
  [/[mwMW–—…@%&ЖМФШЩЮЫжмфшщюы]/, 0.92],
  [/\p{Lu}/u, 0.7],
];
const AVERAGE = 0.57;

const letterWidth = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? AVERAGE;

export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Divides a word that is wider than a line. */
function wordPieces(word: string, most: number): string[] {
  if (textWidth(word) <= most) return [word];
  const pieces = [''];
  for (const letter of word) {
    const longer = pieces.at(-1) + letter;
    if (textWidth(longer) > most && pieces.at(-1) !== '') pieces.push(letter);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/** Breaks a text between words into lines of at most `most` ems. */
export function textLines(text: string, most: number): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const lines: string[] = [];
  for (const piece of words.flatMap((word) => wordPieces(word, most))) {
    const last = lines.at(-1);
    const longer = `${last} ${piece}`;
    if (last !== undefined && textWidth(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

const withEllipsis = (line: string, most: number) => {
  const letters = [...line];
  while (letters.length > 0 && textWidth(`${letters.join('')}…`) > most) letters.pop();
  return `${letters.join('').trimEnd()}…`;
};

/** The first lines of a text, the last one with an ellipsis when there are more. */
export function cutLines(text: string, most: number, count: number): string[] {
  const lines = textLines(text, most);
  const shown = lines.slice(0, count);
  const last = shown.at(-1);
  return lines.length > count && last !== undefined ? [...shown.slice(0, -1), withEllipsis(last, most)] : shown;
}

const linesAt = (size: number) => Math.min(MOST_LINES, Math.floor(TITLE_HEIGHT / (size * LINE_HEIGHT)));

function fitTitle(title: string) {
  const start = [...title].slice(0, MOST_LETTERS).join('');
  const fitting = SIZES.find((size) => textLines(start, TITLE_WIDTH / size).length <= linesAt(size));
  const size = fitting ?? SIZES[SIZES.length - 1] ?? 0;
  return { size, lines: cutLines(start, TITLE_WIDTH / size, linesAt(size)) };
}

function drawing(title: string): string {
  const { paths } = coverArt(title);
  const shapes = COVER_PAINTS.map(({ role, strokeWidth }, index) => {
    const colour = coverPalette('banner').light[role];
    const paint = strokeWidth ? `fill="none" stroke="${colour}" stroke-width="${strokeWidth}"` : `fill="${colour}"`;
    return `<path d="${paths[index]}" ${paint}/>`;
  });
  return `<svg x="700" y="236" width="440" height="260" viewBox="${COVER_FRAME}" stroke-linecap="round">${shapes.join('')}</svg>`;
}

const text = (x: number, y: number, size: number, colour: string, words: string, weight = 400) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${xmlText(words)}</text>`;

/** The default ground is blue; on any other one white is readable. */
const muted = () => (site().covers ? '#ffffff' : '#ccd8ff');

export interface Shared {
  readonly title: string;
  readonly facts?: readonly (string | null | undefined)[];
}

/** What messengers and social networks show of a page, as SVG that the shell rasterizes. */
export function sharePicture({ title, facts = [] }: Shared): string {
  const name = drawnText(site().name);
  const words = drawnText(title);
  const { size, lines } = fitTitle(hasLetters(words) ? words : name);
  const drawn = facts.map((fact) => drawnText(fact ?? '')).filter(hasLetters);
  const line = cutLines(drawn.join('  ·  ').slice(0, MOST_LETTERS), FACTS_WIDTH / FACTS_SIZE, 1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Source Serif 4">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${coverPalette('banner').light.ground}"/>`,
    drawing(title),
    text(LEFT, 96, 30, muted(), name, 600),
    ...lines.map((words, index) => text(LEFT, TOP + size * (0.9 + index * LINE_HEIGHT), size, '#ffffff', words, 600)),
    text(LEFT, HEIGHT - 64, FACTS_SIZE, muted(), line.join('')),
    '</svg>',
  ].join('');
}

/** The resource of a share picture; `read` throws `not_found` for a page that does not exist. */
export const pictureResource = (path: string, read: (context: ResourceContext) => Promise<Shared>): Resource => ({
  path,
  respond: orMissing(async (context) => {
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' };
    return new Response(sharePicture(await read(context)), { headers });
  }),
});

const FNV_OFFSET = 2_166_136_261;
const FNV_PRIME = 16_777_619;

/** The address of a picture changes with what it shows, so that no cache shows an old one. */
export function pictureAddress(path: string, { title, facts = [] }: Shared): string {
  let hash = FNV_OFFSET;
  for (const character of [title, ...facts].join('\n')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME) >>> 0;
  }
  return `${path}?v=${hash.toString(36)}`;
}
