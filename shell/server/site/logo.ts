import { createHash } from 'node:crypto';
import type { HttpResponse } from '../http/http-response.ts';
import { SITE_FILES } from '../http/static-files.ts';

const TYPES = { 'image/png': 'png', 'image/svg+xml': 'svg' } as const;
const DATA_URL = /^data:(image\/png|image\/svg\+xml);base64,(.*)$/s;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** An image that is opened by its address runs no scripts and loads nothing. */
export const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  'x-content-type-options': 'nosniff',
} as const;

export interface Logo {
  readonly address: string;
  readonly size: readonly [number, number];
  readonly file: HttpResponse;
}

const SVG_ROOT = /<svg\b[^>]*>/i;
const number = (text: string | undefined) => {
  const value = Number.parseFloat(text ?? '');
  return value > 0 ? value : null;
};
const SQUARE = [64, 64] as const;

function sizeOfSvg(text: string): readonly [number, number] {
  const [root = ''] = SVG_ROOT.exec(text) ?? [];
  const attribute = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(root)?.[1];
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '').trim().split(/[\s,]+/);
  const own = ['width', 'height'].map(attribute).map((text) => (text?.includes('%') ? null : number(text)));
  const [width, height] = own.every(Boolean) ? own : [number(boxWidth), number(boxHeight)];
  return width && height ? [Math.round(width), Math.round(height)] : SQUARE;
}

function sizeOfPng(bytes: Buffer): readonly [number, number] {
  if (bytes.length < HEIGHT_AT + 4) return SQUARE;
  const [width, height] = [bytes.readUInt32BE(WIDTH_AT), bytes.readUInt32BE(HEIGHT_AT)];
  return width > 0 && height > 0 ? [width, height] : SQUARE;
}

/** The stored data URL as a file with an address of its own; `null` for none. */
export function logoOf(stored: string | null): Logo | null {
  const [, type, base64 = ''] = DATA_URL.exec(stored ?? '') ?? [];
  if (type !== 'image/png' && type !== 'image/svg+xml') return null;
  const body = Buffer.from(base64, 'base64');
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 16);
  return {
    address: `${SITE_FILES}logo-${hash}.${TYPES[type]}`,
    size: type === 'image/png' ? sizeOfPng(body) : sizeOfSvg(body.toString('utf8')),
    file: { status: 200, headers: { 'content-type': type, 'cache-control': IMMUTABLE, ...IMAGE_HEADERS }, body },
  };
}
