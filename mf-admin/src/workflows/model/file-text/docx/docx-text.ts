import mammoth from 'mammoth';
import { UnreadableFile } from '../../../../files/model/file-rows.ts';
import { leftOutNote, type Reading } from '../reading.ts';
import { printStory, type Story } from './print-story.ts';
import { type DocumentTree, type NoteKey, treeText } from './tree-text.ts';
import { openPackage, PARTS, pack, unpack, type WordPackage } from './word-package.ts';
import {
  childrenOf,
  descendantsOf,
  elementsIn,
  isOn,
  settingOf,
  textOf,
  within,
  writeXml,
  type XmlElement,
} from './xml.ts';

const MEGABYTE = 1024 * 1024;
/** The page reads files itself: what unpacks to more would end the tab. */
const MOST_UNPACKED = 50 * MEGABYTE;

function hiddenStyles(styles: XmlElement | undefined): ReadonlySet<string> {
  const byId = new Map(childrenOf(styles, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]));
  const isHidden = (style: XmlElement | undefined, seen: readonly XmlElement[] = []): boolean => {
    if (!style || seen.includes(style)) return false;
    const own = within(style, 'w:rPr', 'w:vanish');
    return own ? isOn(own) : isHidden(byId.get(settingOf(within(style, 'w:basedOn')) ?? ''), [...seen, style]);
  };
  return new Set([...byId].filter(([, style]) => isHidden(style)).map(([id]) => id));
}

/** Headers and footers that pages print, each once. */
function marginsOf(body: XmlElement, { part, relatedTo }: WordPackage, path: string, settings: XmlElement | undefined) {
  const targets = relatedTo(path);
  const hasEven = isOn(within(settings, 'w:evenAndOddHeaders'));
  const texts = new Set<string>();
  const references = descendantsOf(body, 'w:sectPr').flatMap((section) => {
    const prints = (type: string | undefined) =>
      type === 'first' ? isOn(within(section, 'w:titlePg')) : type !== 'even' || hasEven;
    return elementsIn(section).filter(({ attributes }) => prints(attributes['w:type']));
  });
  const partsOf = (name: string) =>
    references
      .filter((reference) => reference.name === name)
      .flatMap(({ attributes }) => part(targets.get(attributes['r:id'] ?? '')) ?? [])
      .filter((root) => {
        const isNew = !texts.has(textOf(root));
        texts.add(textOf(root));
        return isNew;
      })
      .flatMap(elementsIn);
  return { headers: partsOf('w:headerReference'), footers: partsOf('w:footerReference') };
}

/** Copies of definitions of lists, in characters. Thousands of lists of reports stay far below. */
const MOST_COPIED = 20 * MEGABYTE;

/** Gives each list that Word counts anew a definition of its own, as mammoth tells lists apart by it. */
function withOwnLists(numbering: XmlElement | undefined): XmlElement | undefined {
  const definitions = new Map(
    childrenOf(numbering, 'w:abstractNum').map((definition) => [
      definition.attributes['w:abstractNumId'],
      { definition, length: writeXml(definition).length },
    ]),
  );
  let rest = MOST_COPIED;
  const children = elementsIn(numbering).flatMap((list) => {
    const reference = within(list, 'w:abstractNumId');
    const common = within(list, 'w:lvlOverride') && definitions.get(settingOf(reference));
    if (!reference || !common || common.length > rest) return [list];
    rest -= common.length;
    const id = `${settingOf(reference)}-${list.attributes['w:numId']}`;
    const own = { ...common.definition, attributes: { ...common.definition.attributes, 'w:abstractNumId': id } };
    return [own, { ...list, children: [{ ...reference, attributes: { 'w:val': id } }] }];
  });
  return numbering && { ...numbering, children };
}

const referencesIn = (part: XmlElement, noteType: string): ReadonlySet<string> =>
  new Set(descendantsOf(part, `w:${noteType}Reference`).map(({ attributes }) => attributes['w:id'] ?? ''));

/** Notes that print: without those whose reference is hidden or deleted, with those that never had one. */
function noteKeysOf(
  notes: XmlElement | undefined,
  noteType: string,
  whole: XmlElement,
  printed: XmlElement,
): NoteKey[] {
  const [before, after] = [referencesIn(whole, noteType), referencesIn(printed, noteType)];
  return childrenOf(notes, `w:${noteType}`)
    .filter(({ attributes }) => !/eparator|Notice/.test(attributes['w:type'] ?? ''))
    .map(({ attributes }) => ({ noteType, noteId: attributes['w:id'] ?? '' }))
    .filter(({ noteId }) => !before.has(noteId) || after.has(noteId));
}

/** Mammoth takes an `arrayBuffer` in browsers and a `buffer` in Node.js, where tests run. */
const sourceOf = ({ buffer: arrayBuffer }: Uint8Array<ArrayBuffer>) =>
  typeof Buffer === 'undefined' ? { arrayBuffer } : { arrayBuffer, buffer: Buffer.from(arrayBuffer) };

async function read(archive: WordPackage): Promise<Reading> {
  const path = archive.relatedTo('').get('officeDocument') ?? 'word/document.xml';
  const targets = archive.relatedTo(path);
  const partOf = (kind: string) => archive.part(targets.get(kind) ?? `word/${kind}.xml`);
  const document = archive.part(path);
  const bodies = childrenOf(document, 'w:body');
  const [body] = bodies;
  if (!document || !body) throw new Error('Nothing in it is a document of Word.');
  const [styles, footnotes, endnotes] = [partOf('styles'), partOf('footnotes'), partOf('endnotes')];
  const { headers, footers } = marginsOf(body, archive, path, partOf('settings'));
  const whole = { ...body, children: [...headers, ...bodies.flatMap(({ children }) => children), ...footers] };
  const story: Story = { hiddenStyles: hiddenStyles(styles), leftOut: new Map() };
  const print = (part: XmlElement | undefined) => part && printStory(part, story);
  const printed = printStory({ ...document, children: [whole] }, story);
  const source = pack({
    document: printed,
    styles,
    footnotes: print(footnotes),
    endnotes: print(endnotes),
    numbering: withOwnLists(partOf('numbering')),
  });
  const keys = [
    ...noteKeysOf(footnotes, 'footnote', whole, printed),
    ...noteKeysOf(endnotes, 'endnote', whole, printed),
  ];
  let text = '';
  const transformDocument = (tree: DocumentTree) => {
    text = treeText(tree, keys);
    return { ...tree, children: [] };
  };
  const { messages } = await mammoth.convertToHtml(sourceOf(source), { transformDocument });
  if (messages.some(({ message }) => message.startsWith('A w:sym element'))) story.leftOut.set('symbols', 0);
  return { text, notes: leftOutNote(story.leftOut) };
}

export async function docxText(bytes: Uint8Array<ArrayBuffer>): Promise<Reading> {
  try {
    const files = await unpack(bytes, PARTS, MOST_UNPACKED);
    if (files) return await read(openPackage(files));
  } catch {
    throw new UnreadableFile('This is not a .docx file, or it is encrypted or damaged.');
  }
  throw new UnreadableFile(
    `This .docx file unpacks to more than ${MOST_UNPACKED / MEGABYTE} MB of text. Please split it.`,
  );
}
