import { strToU8, zipSync } from 'fflate';
import { decodeText } from '../../../../files/model/decode-text.ts';
import { elementsIn, parseXml, writeXml, type XmlElement } from './xml.ts';

export interface WordPackage {
  readonly part: (path: string | undefined) => XmlElement | undefined;
  /** Paths of the parts that a part refers to, by the id and by the kind of the reference. */
  readonly relatedTo: (path: string) => ReadonlyMap<string, string>;
}

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

export function openPackage(files: ReadonlyMap<string, Uint8Array>): WordPackage {
  const parts = new Map([...files].map(([name, content]) => [nameOf(name), content]));
  const part = (path: string | undefined) => {
    const content = path === undefined ? undefined : parts.get(nameOf(path));
    return content && parseXml(decodeText(content).text);
  };
  const relatedTo = (path: string) => {
    const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? [];
    return new Map(
      elementsIn(part(`${folder}_rels/${name}.rels`)).flatMap(({ attributes: { Id = '', Type = '', Target = '' } }) => {
        const kind = Type.slice(Type.lastIndexOf('/') + 1);
        const full = Target.startsWith('/') ? Target.slice(1) : folder + Target;
        const resolved = resolve(full);
        return [
          [Id, resolved],
          [kind, resolved],
        ];
      }),
    );
  };
  return { part, relatedTo };
}

/** A package whose parts have the names at which mammoth looks for them without a reference. */
export function pack(parts: Readonly<Record<string, XmlElement | undefined>>): Uint8Array<ArrayBuffer> {
  const files = Object.entries(parts).flatMap(([name, part]) =>
    part ? [[`word/${name}.xml`, strToU8(writeXml(part))] as const] : [],
  );
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 0 }));
}
