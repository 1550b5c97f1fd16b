import { HARMLESS, injections } from '@ki/shared/testing/injections.ts';
import readTexts from '@ki/shared/testing/read-injections.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { reduce } from './reduce.ts';

const texts: Readonly<Record<string, string>> = readTexts;

function pdfOf(text: string): Buffer {
  const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -14 Td`);
  const stream = `BT /F1 11 Tf 50 700 Td ${lines.join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ].map((body, index) => `${index + 1} 0 obj${body}endobj\n`);
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer<</Root 1 0 R/Size 6>>\n%%EOF`, 'latin1');
}

test.each(injections.filter(({ place }) => place === 'page'))('of a page: $name', async ({ name, text }) => {
  const bytes = Buffer.from(`<!doctype html><meta charset="utf-8"><p>${HARMLESS}</p>${text}`);
  expect(await reduce({ bytes, contentType: 'text/html' })).toBe(texts[name]);
});

test.each(injections.filter(({ place }) => place === 'pdf'))('of a PDF: $name', async ({ name, text }) => {
  const bytes = pdfOf(`${HARMLESS}\n${text}`);
  expect(await reduce({ bytes, contentType: 'application/pdf' })).toBe(texts[name]);
});
