/** Pictures that the shell serves: by the hash of their bytes, and those of the library by their id, too. */
export const PICTURES_PATH = '/_pictures/';

const EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type PictureType = keyof typeof EXTENSIONS;

export const PICTURE_TYPES = Object.keys(EXTENSIONS) as PictureType[];

const isPictureType = (type: string): type is PictureType => Object.hasOwn(EXTENSIONS, type);

/** `null` for a type that the shell does not serve. */
export const pictureAddress = (hash: string, type: string): string | null =>
  isPictureType(type) ? `${PICTURES_PATH}${hash}.${EXTENSIONS[type]}` : null;

/** The hash in an address; `null` for any other name. */
export const hashInAddress = (pathname: string): string | null =>
  /^\/_pictures\/([0-9a-f]{64})\.(?:png|jpg|gif|webp|avif)$/.exec(pathname)?.[1] ?? null;

/** What texts and records name for a picture of the library. */
export const libraryAddress = (id: string): string => `${PICTURES_PATH}${id}`;

/** The id in the address of a picture of the library; `null` for any other address. */
export const idInAddress = (pathname: string): string | null =>
  /^\/_pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/.exec(pathname)?.[1] ?? null;

export interface PictureSource {
  readonly type: 'image/avif' | 'image/webp';
  readonly srcset: string;
}

export interface ShownPicture {
  readonly src: string;
  readonly width?: number;
  readonly height?: number;
  /** Pictures of the library have what follows. */
  readonly alt?: string;
  readonly isDecorative?: boolean;
  /** The point that stays in sight where a picture is cut, from 0 to 1. */
  readonly focus?: { readonly x: number; readonly y: number };
  readonly sources?: readonly PictureSource[];
}

/** What documents show for the addresses of pictures; one that is missing here is no picture yet, or none any more. */
export type PictureCopies = ReadonlyMap<string, ShownPicture>;

export type ReadCopies = (addresses: readonly string[]) => Promise<PictureCopies>;
