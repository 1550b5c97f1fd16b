import { entityTag, type HttpResponse, NOT_STORED, text } from '../http/http-response.ts';
import { FOR_A_DAY } from './look.ts';

interface Icon {
  readonly size: number;
  readonly type: string;
  /** Drawn below the icon. */
  readonly ground?: string;
  readonly fileOf: (png: Buffer) => Buffer;
}

const ENTRY_AT = 6;
const IMAGE_AT = 22;

/** The format of `.ico` files, with one image. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(IMAGE_AT);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, ENTRY_AT);
  head.writeUInt8(size, ENTRY_AT + 1);
  head.writeUInt16LE(1, ENTRY_AT + 4);
  head.writeUInt16LE(32, ENTRY_AT + 6);
  head.writeUInt32LE(png.length, ENTRY_AT + 8);
  head.writeUInt32LE(IMAGE_AT, ENTRY_AT + 12);
  return Buffer.concat([head, png]);
}

const FAVICON_SIZE = 32;

/** The addresses that browsers and feed readers request without a link. */
const ICONS: Readonly<Record<string, Icon>> = {
  '/favicon.ico': { size: FAVICON_SIZE, type: 'image/x-icon', fileOf: (png) => ico(png, FAVICON_SIZE) },
  // iOS shows what is transparent in black.
  '/apple-touch-icon.png': {
    size: 180,
    type: 'image/png',
    ground: '<rect width="100%" height="100%" fill="#fff"/>',
    fileOf: (png) => png,
  },
};

export const ICON_ADDRESSES = Object.keys(ICONS);

const UNAVAILABLE = text(503, 'unavailable\n', { ...NOT_STORED, 'retry-after': '5' });

interface Sources {
  readonly favicon: () => HttpResponse | undefined;
  readonly rasterize: (svg: string) => Promise<Buffer>;
}

/** The icons in the formats of programs that read no SVG, made once for each favicon. `undefined` for other addresses. */
export function createIcons({ favicon, rasterize }: Sources) {
  const made = new WeakMap<HttpResponse, Map<string, Promise<HttpResponse>>>();

  async function make(svg: string, { size, type, ground = '', fileOf }: Icon): Promise<HttpResponse> {
    const sized = svg.replace(/^<svg([^>]*)>/, `<svg$1 width="${size}" height="${size}">${ground}`);
    const body = fileOf(await rasterize(sized));
    const headers = { 'content-type': type, 'cache-control': FOR_A_DAY, 'x-content-type-options': 'nosniff' };
    return { status: 200, headers: { ...headers, etag: entityTag(body) }, body };
  }

  return (pathname: string): Promise<HttpResponse> | undefined => {
    const icon = ICONS[pathname];
    const source = icon && favicon();
    if (!source) return undefined;
    const icons = made.get(source) ?? new Map<string, Promise<HttpResponse>>();
    made.set(source, icons);
    const known = icons.get(pathname);
    if (known) return known;
    const file = make(String(source.body), icon).catch((error: unknown) => {
      console.error('%s:', pathname, error);
      icons.delete(pathname);
      return UNAVAILABLE;
    });
    icons.set(pathname, file);
    return file;
  };
}
