import { SaxesParser } from 'saxes';

/** Names have the prefixes of the specification, whatever a document calls its namespaces. */
const NAMESPACES = {
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  cx: 'http://schemas.microsoft.com/office/drawing/2014/chartex',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
};
const PREFIXES = new Map(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, `${prefix}:`]));

/** Names of the strict variant of the format, which get the spelling of the transitional one. */
const STRICT = /http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\/(\w+)/g;

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
  readonly parent?: XmlElement | undefined;
}

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[];
}

const nameOf = ({ uri, local }: { readonly uri: string; readonly local: string }) =>
  uri === '' ? local : `${PREFIXES.get(uri) ?? '?:'}${local}`;

export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const document: Open = { name: '', attributes: {}, children: [] };
  const open = [document];
  parser.on('error', (error) => {
    if (!error.message.includes('unbound namespace prefix')) throw error;
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1) ?? document;
    const attributes = Object.fromEntries(Object.values(tag.attributes).map((found) => [nameOf(found), found.value]));
    const element: Open = { name: nameOf(tag), attributes, children: [], parent };
    parent.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  for (const event of ['text', 'cdata'] as const) parser.on(event, (found) => open.at(-1)?.children.push(found));
  parser.write(text.replace(STRICT, 'http://schemas.openxmlformats.org/$1/2006/$2')).close();
  return elementsIn(document)[0] ?? document;
}

const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Elements of other namespaces, or of none, are nothing that mammoth reads. */
function write({ name, attributes, children }: XmlElement, declarations = ''): string {
  const own = Object.entries(attributes).filter(([attribute]) => !/^(xmlns|\?:)/.test(attribute));
  const pairs = own.map(([attribute, value]) => ` ${attribute}="${encode(value)}"`).join('');
  const inner = children.map((child) => (typeof child === 'string' ? encode(child) : write(child))).join('');
  return /^(\?|[^:]*$)/.test(name) ? '' : `<${name}${declarations}${pairs}>${inner}</${name}>`;
}

export const writeXml = (root: XmlElement): string =>
  write(
    root,
    Object.entries(NAMESPACES)
      .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
      .join(''),
  );

export const create = (
  name: string,
  children: XmlElement['children'] = [],
  attributes: XmlElement['attributes'] = {},
): XmlElement => ({ name, attributes, children });

export const elementsIn = (element: XmlElement | undefined): XmlElement[] =>
  element?.children.filter((child) => typeof child !== 'string') ?? [];

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  elementsIn(element).filter((child) => child.name === name);

/** Goes down by one name after the other. */
export const within = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined =>
  names.reduce((parent, name) => elementsIn(parent).find((child) => child.name === name), element);

export function descendantsOf(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (parent: XmlElement) => {
    for (const child of elementsIn(parent)) {
      if (names.includes(child.name)) found.push(child);
      visit(child);
    }
  };
  visit(element);
  return found;
}

export const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

/** The attribute `w:val`, which most properties are. */
export const settingOf = (element: XmlElement | undefined): string | undefined => element?.attributes['w:val'];

/** Whether a property such as `w:vanish` is there and on. */
export const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !/^(0|false|off)$/.test(settingOf(element) ?? '');
