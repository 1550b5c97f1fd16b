/** Copies of pictures of other hosts, which the shell serves by the hash of their bytes. */
export const PICTURES_PATH = '/_pictures/';

const EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof EXTENSIONS;

const isPictureType = (type: string): type is PictureType => Object.hasOwn(EXTENSIONS, type);

/** `null` for a type that the shell does not serve. */
export const pictureAddress = (hash: string, type: string): string | null =>
  isPictureType(type) ? `${PICTURES_PATH}${hash}.${EXTENSIONS[type]}` : null;

/** The hash in an address; `null` for any other name. */
export const hashInAddress = (pathname: string): string | null =>
  /^\/_pictures\/([0-9a-f]{64})\.(?:png|jpg|gif|webp|avif)$/.exec(pathname)?.[1] ?? null;

export interface ShownPicture {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
}

/** What documents show for the addresses of pictures; one that is missing here is no picture yet. */
export type PictureCopies = ReadonlyMap<string, ShownPicture>;

export type ReadCopies = (addresses: readonly string[]) => Promise<PictureCopies>;
