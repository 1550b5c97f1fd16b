import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

export interface Difference {
  readonly name: string;
  readonly pixels: number;
  readonly before: Buffer;
  readonly after: Buffer;
  /** The place of each difference, in red. */
  readonly picture: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

const pixelsOf = (picture: Buffer, size: Size) =>
  sharp({ create: { ...size, channels: 4, background: CLEAR } })
    .composite([{ input: picture, left: 0, top: 0 }])
    .raw()
    .toBuffer();

/** Compares two pictures, also of two sizes; `null`: a person could see no difference. */
export async function differenceOf(name: string, before: Buffer, after: Buffer): Promise<Difference | null> {
  if (before.equals(after)) return null;
  const sizes = await Promise.all([before, after].map((one) => sharp(one).metadata()));
  const size = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const [one, other] = await Promise.all([pixelsOf(before, size), pixelsOf(after, size)]);
  const found = Buffer.alloc(one.length);
  const pixels = pixelmatch(one, other, found, size.width, size.height);
  if (pixels === 0) return null;
  const picture = await sharp(found, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
  return { name, pixels, before, after, picture };
}

/** Compares the pictures of a page by their names. */
export async function differencesOf(
  page: string,
  before: ReadonlyMap<string, Buffer>,
  after: ReadonlyMap<string, Buffer>,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const [look, picture] of after) {
    const earlier = before.get(look);
    const difference = earlier ? await differenceOf(`${page}, ${look}`, earlier, picture) : null;
    if (difference) found.push(difference);
  }
  return found;
}
