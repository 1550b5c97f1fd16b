import type { ResourceContext } from '@ki/shared/contract/remote-module.ts';
import { longDate } from '@ki/shared/format/dates.ts';
import { COVER_FRAME, COVER_PAINTS, coverArt, coverPalettes } from '@ki/shared/ui/media/cover-art.ts';
import { readPost } from '../data/posts.ts';
import type { PostSummary } from '../model/post.ts';
import { xmlText } from '../model/xml.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 72;
const TOP = 176;
const TEXT_WIDTH = 700;
const MOST_LINES = 5;
const SIZES = [68, 58, 50, 42] as const;
const COLOURS = coverPalettes.banner.light;

/** Widths of letters in ems, for a serif of usual width; any other letter counts as an average small one. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[ijlI.,:;!'|’‚„“”()[\]]/, 0.34],
  [/[tfrs ]/, 0.42],
  [/[mwMW–—…@%&]/, 0.92],
  [/[A-ZÄÖÜ]/, 0.7],
];
const AVERAGE = 0.57;

const letterWidth = (letter: string) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? AVERAGE;

export const textWidth = (text: string): number => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);

/** Breaks a text between words into lines of at most `most` ems; a longer word has a line of its own. */
export function textLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && textWidth(longer) <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

interface Title {
  readonly size: number;
  readonly lines: readonly string[];
}

function fitTitle(title: string): Title {
  const tries = SIZES.map((size) => ({ size, lines: textLines(title, TEXT_WIDTH / size) }));
  const fitting = tries.find(({ size, lines }) => lines.length * size * 1.2 <= 300 && lines.length <= MOST_LINES);
  if (fitting) return fitting;
  const size = SIZES[SIZES.length - 1] as number;
  const lines = textLines(title, TEXT_WIDTH / size).slice(0, MOST_LINES);
  return { size, lines: [...lines.slice(0, -1), `${lines.at(-1)}…`] };
}

function drawing(title: string): string {
  const { paths } = coverArt(title);
  const shapes = COVER_PAINTS.map(({ role, strokeWidth }, index) => {
    const colour = COLOURS[role];
    const paint = strokeWidth ? `fill="none" stroke="${colour}" stroke-width="${strokeWidth}"` : `fill="${colour}"`;
    return `<path d="${paths[index]}" ${paint}/>`;
  });
  return `<svg x="700" y="236" width="440" height="260" viewBox="${COVER_FRAME}" stroke-linecap="round">${shapes.join('')}</svg>`;
}

const text = (x: number, y: number, size: number, colour: string, words: string, weight = 400) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${xmlText(words)}</text>`;

function previewSvg({ title, author, category, publishedOn }: PostSummary): string {
  const { size, lines } = fitTitle(title);
  const facts = [author, category?.name, longDate(publishedOn)].filter(Boolean).join('  ·  ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Source Serif 4">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${COLOURS.ground}"/>`,
    drawing(title),
    text(LEFT, 96, 30, '#ccd8ff', 'KI-Lernplattform', 600),
    ...lines.map((line, index) => text(LEFT, TOP + size * (0.9 + index * 1.2), size, '#ffffff', line, 600)),
    text(LEFT, HEIGHT - 64, 28, '#ccd8ff', facts),
    '</svg>',
  ].join('');
}

/** The preview image of a post for messengers and social networks, as SVG that the shell rasterizes. Throws `not_found`. */
export async function previewAnswer({ reader, params }: ResourceContext): Promise<Response> {
  const post = await readPost(reader, params.slug ?? '');
  return new Response(previewSvg(post), {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' },
  });
}
