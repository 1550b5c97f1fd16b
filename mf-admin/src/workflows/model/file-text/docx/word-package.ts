import { strToU8, zipSync } from 'fflate';
import { decodeText } from '../../../../files/model/decode-text.ts';
import { elementsIn, parseXml, writeXml, type XmlElement } from './xml.ts';

const nameOf = (path: string) => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** A path without `..`, each of which takes back the folder before it. */
function resolve(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else steps.push(step);
  }
  return steps.join('/');
}

/** Names of parts that have text or refer to others. */
export const PARTS = /\.(xml|rels)$/i;

export function openPackage(files: ReadonlyMap<string, Uint8Array>) {
  const parts = new Map([...files].map(([name, content]) => [nameOf(name), content]));
  const part = (path: string | undefined) => {
    const content = path === undefined ? undefined : parts.get(nameOf(path));
    return content && parseXml(decodeText(content).text);
  };
  /** Paths of the parts that a part refers to, by the id and by the kind of the reference. */
  const relatedTo = (path: string): ReadonlyMap<string, string> => {
    const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
    return new Map(
      elementsIn(part(`${folder}_rels/${name}.rels`)).flatMap(({ attributes: { Id = '', Type = '', Target = '' } }) => {
        const kind = Type.slice(Type.lastIndexOf('/') + 1);
        const resolved = resolve(Target.startsWith('/') ? Target.slice(1) : folder + Target);
        return [Id, kind].map((key): [string, string] => [key, resolved]);
      }),
    );
  };
  return { part, relatedTo };
}
export type WordPackage = ReturnType<typeof openPackage>;

/** A package whose parts have the names at which mammoth looks for them without a reference. */
export function pack(parts: Readonly<Record<string, XmlElement | undefined>>): Uint8Array<ArrayBuffer> {
  const files = Object.entries(parts).flatMap(([name, part]) =>
    part ? [[`word/${name}.xml`, strToU8(writeXml(part))] as const] : [],
  );
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 0 }));
}

const CENTRAL_ENTRY = 0x02014b50;
const END_OF_ARCHIVE = 0x06054b50;
const END_LENGTH = 22;
const STORED = 0;
const DEFLATED = 8;

/** Where the packed bytes of an entry begin: its local header repeats the name and has extras of its own. */
const dataAt = (view: DataView, header: number) =>
  header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);

/** The entries of a directory. That of ZIP64 lies beyond the file for this reading, which throws. */
function* partsIn(bytes: Uint8Array<ArrayBuffer>) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_LENGTH;
  while (view.getUint32(end, true) !== END_OF_ARCHIVE) end -= 1;
  let entry = view.getUint32(end + 16, true);
  while (view.getUint32(entry, true) === CENTRAL_ENTRY) {
    const start = dataAt(view, view.getUint32(entry + 42, true));
    const [nameLength = 0, ...others] = [28, 30, 32].map((field) => view.getUint16(entry + field, true));
    const name = new TextDecoder().decode(bytes.subarray(entry + 46, entry + 46 + nameLength));
    const packed = bytes.subarray(start, start + view.getUint32(entry + 20, true));
    yield { name, method: view.getUint16(entry + 10, true), packed };
    entry += 46 + others.reduce((sum, length) => sum + length, nameLength);
  }
}

function contentOf(method: number, packed: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([packed]).stream();
  if (method === STORED) return stream;
  if (method !== DEFLATED) throw new Error('It is packed by another method.');
  return stream.pipeThrough(new DecompressionStream('deflate-raw'));
}

/**
 * The parts of a ZIP archive with such names, or nothing if they unpack to more bytes than `most`: counted, because the
 * sizes in the archive may be wrong. Throws for anything that is no archive.
 */
export async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  names: RegExp,
  most: number,
): Promise<ReadonlyMap<string, Uint8Array> | null> {
  const parts = new Map<string, Uint8Array>();
  let size = 0;
  for (const { name, method, packed } of partsIn(bytes)) {
    if (!names.test(name)) continue;
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of contentOf(method, packed)) {
      size += chunk.length;
      if (size > most) return null;
      chunks.push(chunk);
    }
    parts.set(name, new Uint8Array(await new Blob(chunks).arrayBuffer()));
  }
  return parts;
}
