import { SaxesParser } from 'saxes';

/** In bytes; the database refuses what is longer as a data URL. */
const MOST_BYTES = 200_000;
const MOST_PIXELS = 4096;
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_BYTES = 24;
const SVG = 'http://www.w3.org/2000/svg';

const ACTIVE = new Set('script foreignobject iframe embed object audio video handler listener'.split(' '));
const OWN_REFERENCE = /^\s*(#|data:image\/(png|jpeg|webp|gif);)/i;
const OUTSIDE_URL = /@import|url\(\s*["']?\s*(?!["']?\s*(#|data:image\/))[^)\s]/i;

export type CheckedLogo = { readonly url: string } | { readonly problem: string };

function problemOfPng(bytes: Uint8Array): string | null {
  const isPng = bytes.length >= PNG_BYTES && PNG_HEAD.every((byte, at) => bytes[at] === byte);
  if (!isPng) return 'This file is not a PNG image, whatever its name says.';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === 0 || height === 0) return 'This PNG image has no pixels.';
  return width > MOST_PIXELS || height > MOST_PIXELS
    ? `This image has ${width} × ${height} pixels. At most ${MOST_PIXELS} are allowed on each side.`
    : null;
}

function problemOfElement(name: string, attributes: readonly (readonly [string, string])[]): string | null {
  if (ACTIVE.has(name)) return `The image contains <${name}>. Export it as a plain drawing.`;
  for (const [attribute, value] of attributes) {
    if (/^on/.test(attribute)) return `The image contains the event handler “${attribute}”. Export it without scripts.`;
    if (attribute === 'href' && !OWN_REFERENCE.test(value)) {
      return `The image refers to “${value.slice(0, 60)}”. It must contain all of its parts.`;
    }
    if (attribute === 'attributename' && /href|^on/i.test(value))
      return 'The image animates a reference. Export it without.';
    if (OUTSIDE_URL.test(value))
      return `The image refers to another file in “${attribute}”. It must contain all of its parts.`;
  }
  return null;
}

const hasSize = (attributes: ReadonlyMap<string, string>) =>
  attributes.has('viewbox') || (Number.parseFloat(attributes.get('width') ?? '') > 0 && attributes.has('height'));

/** `null` for a drawing without scripts and without references to other files. */
export function problemOfSvg(text: string): string | null {
  const parser = new SaxesParser({ xmlns: true });
  let problem: string | null = null;
  let isRoot = true;
  const report = (found: string | null) => {
    problem ??= found;
  };
  parser.on('error', ({ message }) => report(`This file is not a readable SVG image: ${message}`));
  parser.on('doctype', () =>
    report('The image has a document type, which can contain anything. Export it as plain SVG.'),
  );
  parser.on('processinginstruction', ({ target }) =>
    report(`The image contains <?${target}>. Export it as plain SVG.`),
  );
  parser.on('opentag', ({ local, uri, attributes }) => {
    const pairs = Object.values(attributes).map((one) => [one.local.toLowerCase(), one.value] as const);
    if (isRoot && (local !== 'svg' || uri !== SVG))
      report('This file is not an SVG image: its first element is not <svg>.');
    else if (isRoot && !hasSize(new Map(pairs)))
      report('The image has no size: its <svg> needs a viewBox, or width and height.');
    isRoot = false;
    report(problemOfElement(local.toLowerCase(), pairs));
  });
  const style = (content: string) => {
    if (OUTSIDE_URL.test(content))
      report('The image refers to another file in its styles. It must contain all of its parts.');
  };
  parser.on('text', style);
  parser.on('cdata', style);
  parser.write(text).close();
  return isRoot ? (problem ?? 'This file is not an SVG image.') : problem;
}

function dataUrl(type: string, bytes: Uint8Array): string {
  const CHUNK = 0x8000;
  const parts = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    String.fromCharCode(...bytes.subarray(at * CHUNK, (at + 1) * CHUNK)),
  );
  return `data:${type};base64,${btoa(parts.join(''))}`;
}

function problemOf(type: string, bytes: Uint8Array): string | null {
  if (type === 'image/png') return problemOfPng(bytes);
  try {
    return problemOfSvg(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'This SVG image is not in UTF-8.';
  }
}

/** The file as a data URL, or why it cannot be a logo. */
export async function checkLogo(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<CheckedLogo> {
  const [, ending] = /\.(png|svg)$/i.exec(file.name) ?? [];
  if (!ending) return { problem: 'The logo must be a PNG or an SVG image.' };
  if (file.size > MOST_BYTES) {
    return { problem: `This file has ${Math.ceil(file.size / 1000)} kB. A logo has at most ${MOST_BYTES / 1000} kB.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = ending.toLowerCase() === 'png' ? 'image/png' : 'image/svg+xml';
  const problem = problemOf(type, bytes);
  return problem === null ? { url: dataUrl(type, bytes) } : { problem };
}
