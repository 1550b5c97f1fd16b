import type { PictureType } from '../pictures.ts';

/** The limits of the form and of the process that decodes uploads. */
export const MOST_BYTES = 20_000_000;
/** Browsers decode a picture to four bytes for each pixel. */
export const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 20_000;
/** Programs write some thousands at most. Decoders keep a record of each. */
export const MOST_PARTS = 50_000;

/** The brands of an ISO media file are in its first box. */
const HEAD = 512;

const headOf = (content: Uint8Array): string => String.fromCharCode(...content.subarray(0, HEAD));

/** The formats that an ISO media file says it follows. */
function brandsIn(head: string): readonly string[] {
  if (head.slice(4, 8) !== 'ftyp') return [];
  const end = (head.charCodeAt(2) << 8) | head.charCodeAt(3);
  const compatible = head.slice(16, end).match(/.{4}/gs) ?? [];
  return [head.slice(8, 12), ...compatible];
}

const hasBrand =
  (...brands: readonly string[]) =>
  (head: string): boolean =>
    brandsIn(head).some((brand) => brands.includes(brand));

const begins =
  (...starts: readonly string[]) =>
  (head: string): boolean =>
    starts.some((start) => head.startsWith(start));

const matches =
  (pattern: RegExp) =>
  (head: string): boolean =>
    pattern.test(head);

interface Format<Name> {
  readonly name: Name;
  readonly is: (head: string) => boolean;
}

/** All browsers show these. */
const SHOWN: readonly Format<PictureType>[] = [
  { name: 'image/png', is: begins('\x89PNG\r\n\x1a\n') },
  { name: 'image/jpeg', is: begins('\xff\xd8\xff') },
  { name: 'image/gif', is: begins('GIF87a', 'GIF89a') },
  { name: 'image/webp', is: matches(/^RIFF.{4}WEBP/s) },
  { name: 'image/avif', is: hasBrand('avif', 'avis') },
];

/** Other files that people take for a picture, and the way out. */
const REFUSED: readonly Format<string>[] = [
  {
    name: 'a HEIC photo, which most browsers do not show. Export it as JPEG',
    is: hasBrand('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'),
  },
  {
    name: 'an SVG, which can run programs. Export it as PNG',
    is: matches(/^(?:\xef\xbb\xbf)?\s*<(?:[?!].*<)?svg[\s>/]/is),
  },
  {
    name: 'a TIFF or the raw photo of a camera, which most browsers do not show. Export it as JPEG or PNG',
    is: begins('II*\0', 'II+\0', 'MM\0*', 'MM\0+'),
  },
  {
    name: 'a JPEG XL, which most browsers do not show. Export it as JPEG or PNG',
    is: begins('\xff\x0a', '\0\0\0\x0cJXL '),
  },
  { name: 'a JPEG 2000, which most browsers do not show. Export it as JPEG', is: begins('\0\0\0\x0cjP  ') },
  {
    name: 'a bitmap (BMP), of which no smaller sizes can be made. Save it as PNG',
    is: (head) => begins('BM')(head) && head.startsWith('\0\0\0\0', 6),
  },
  {
    name: 'an icon (ICO), of which no smaller sizes can be made. Save it as PNG',
    is: (head) => begins('\0\0\x01\0', '\0\0\x02\0')(head) && !head.startsWith('\0', 4),
  },
  { name: 'a Photoshop file. Export it as PNG or JPEG', is: begins('8BPS') },
  { name: 'a PDF. Export its page as PNG or JPEG', is: begins('%PDF-') },
];

const find = <Name>(formats: readonly Format<Name>[], head: string) => formats.find(({ is }) => is(head))?.name;

/** By content, whatever the name of a file says; `null` for what pages cannot show. */
export const pictureTypeOf = (content: Uint8Array): PictureType | null => find(SHOWN, headOf(content)) ?? null;

/** Why a file is no picture for pages, as a sentence for staff. */
export function refusalOf(content: Uint8Array): string {
  if (content.length === 0) return 'The file is empty.';
  const found = find(REFUSED, headOf(content));
  if (found) return `It is ${found}.`;
  return 'It is no picture that pages can show. Expected PNG, JPEG, GIF, WebP or AVIF.';
}

interface Measures {
  readonly width: number;
  readonly height: number;
  readonly parts: number;
}

/** Why a picture of this size is refused, as a sentence; `null` when it is not. */
export function sizeRefusalOf({ width, height, parts }: Measures): string | null {
  if (parts > MOST_PARTS) return 'It has more than 50,000 parts, and cannot be shown. Export it anew.';
  if (!(width > 0 && height > 0)) return 'It has no size.';
  if (width <= LONGEST_SIDE && height <= LONGEST_SIDE && width * height <= MOST_PIXELS) return null;
  return `It has ${width} × ${height} pixels. Expected at most 50 megapixels, and 20,000 at a side.`;
}
