import { HARMLESS, injections } from '@ki/shared/testing/injections.ts';
import readTexts from '@ki/shared/testing/read-injections.json' with { type: 'json' };
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFileText } from './read-file-text.ts';

const texts: Readonly<Record<string, string>> = readTexts;

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const NAMES = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

function docxOf(body: string): File {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${NAMES}><w:body><w:p><w:r><w:t>${HARMLESS}</w:t></w:r></w:p>${body}</w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  return new File([new Uint8Array(zipSync(Object.fromEntries(files)))], 'notizen.docx');
}

test.each(injections.filter(({ place }) => place === 'docx'))('of Word: $name', async ({ name, text }) => {
  expect(await readFileText(docxOf(text))).toBe(texts[name]);
});
