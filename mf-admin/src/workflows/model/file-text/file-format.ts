import { UnreadableFile } from '../../../files/model/file-rows.ts';

export const FILE_TYPES = ['.txt', '.md', '.doc', '.docx', '.pdf'] as const;

export type FileType = (typeof FILE_TYPES)[number];

const ENCRYPTED = 'This Word file is encrypted. Please remove its password first.';
const otherThan = (found: string) => `This is ${found}. Please save it as .docx or .pdf first.`;

const utf16 = (text: string) => [...text].join('\0');

/** Beginnings of files, in Latin-1. */
const BEGINNINGS: readonly (readonly [string, FileType])[] = [
  ['%PDF-', '.pdf'],
  ['PK\x03\x04', '.docx'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '.doc'],
];

/** Names of parts. The first that a container has says whose file it is, as others may be embedded in it. */
const CONTENTS: Readonly<Partial<Record<FileType, readonly (readonly [string, reason: string | null])[]>>> = {
  '.docx': [
    ['word/', null],
    ['mimetypeapplication/vnd.oasis.opendocument', otherThan('an OpenDocument file')],
    ['xl/workbook', otherThan('a workbook of Excel')],
    ['ppt/presentation', otherThan('a presentation of PowerPoint')],
    ['Index/Document.iwa', otherThan('a document of Pages')],
  ],
  '.doc': [
    [utf16('EncryptedPackage'), ENCRYPTED],
    [utf16('WordDocument'), null],
    [utf16('Workbook'), otherThan('a workbook of Excel')],
    [utf16('PowerPoint Document'), otherThan('a presentation of PowerPoint')],
  ],
};

/** Files of other programs that are also named .doc. */
const FOREIGN: readonly (readonly [RegExp, reason: string])[] = [
  [/^\s*\{\\rtf/, otherThan('an RTF file')],
  [/^(\xef\xbb\xbf)?\s*(<!doctype html|<html|MIME-Version:)/i, otherThan('a web page')],
  [
    /^(\xef\xbb\xbf)?\s*<\?xml[\s\S]{0,500}(Word\.Document|w:wordDocument|pkg:package)/,
    otherThan('an XML file of Word'),
  ],
  [/^(\xdb\xa5|1\xbe.{3}\xab|\xfe7)/s, otherThan('a file of Word 2 or Word for DOS')],
];

/** The format by content, as many files have the name of another; by name where the content does not tell. */
export function formatOf(name: string, bytes: Uint8Array): FileType {
  const byName = FILE_TYPES.find((ending) => name.toLowerCase().endsWith(ending));
  if (!byName) throw new UnreadableFile(`Only ${FILE_TYPES.join(', ')} files can be read.`);
  const text = new TextDecoder('latin1').decode(bytes);
  const format = BEGINNINGS.find(([beginning]) => text.startsWith(beginning))?.[1];
  const isText = byName === '.txt' || byName === '.md';
  const reason = format
    ? CONTENTS[format]?.find(([part]) => text.includes(part))?.[1]
    : !isText && FOREIGN.find(([beginning]) => beginning.test(text))?.[1];
  if (reason) throw new UnreadableFile(reason);
  return format ?? byName;
}
