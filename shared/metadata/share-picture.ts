import { site } from '@ki/shared/contract/site.ts';
import type { Resource, ResourceContext } from '../contract/remote-module.ts';
import { findsNothing } from '../data/errors.ts';
import { xmlText } from '../format/xml.ts';
import { COVER_FRAME, COVER_PAINTS, coverArt, coverPalette } from '../ui/media/cover-art.ts';
import { drawnText, hasLetters } from './card-text.ts';

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
  async respond(context) {
    try {
      const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' };
      return new Response(sharePicture(await read(context)), { headers });
    } catch (error) {
      if (findsNothing(error)) return new Response('not found\n', { status: 404 });
      throw error;
    }
  },
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
