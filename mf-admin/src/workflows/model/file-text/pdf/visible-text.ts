import type { PDFPageProxy } from 'pdfjs-dist';

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

export interface Layers {
  readonly isVisible: (layer: unknown) => boolean;
}

interface Glyph {
  readonly unicode?: string;
}

const letters = (text: string) => text.replace(/\s/g, '');

/** The letters that a page draws, in order, and which of them are in layers that are off. */
async function lettersOf(pdf: PdfJs, page: PDFPageProxy, layers: Layers) {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: pdf.AnnotationMode.DISABLE });
  const open: boolean[] = [];
  const hidden: boolean[] = [];
  let text = '';
  for (const [index, operator] of fnArray.entries()) {
    const [first, second] = argsArray[index] ?? [];
    if (operator === pdf.OPS.beginMarkedContent) open.push(true);
    if (operator === pdf.OPS.beginMarkedContentProps) open.push(first !== 'OC' || layers.isVisible(second));
    if (operator === pdf.OPS.endMarkedContent) open.pop();
    if (operator !== pdf.OPS.showText) continue;
    const glyphs = (first as readonly (Glyph | number | null)[]).filter((glyph) => typeof glyph === 'object');
    const run = letters(pdf.normalizeUnicode(glyphs.map((glyph) => glyph?.unicode ?? '').join('')));
    text += run;
    hidden.push(...Array<boolean>(run.length).fill(open.includes(false)));
  }
  return { text, hidden };
}

const sorted = (text: string) => [...text].sort().join('');

/**
 * The text of a page without its hidden layers. Texts of pdf.js do not say their layer, what it draws does, and both are
 * in the order of the file. In texts from right to left pdf.js changes the order of letters. A text that is found nowhere
 * counts as hidden where the page hides any.
 */
export async function visibleText(pdf: PdfJs, page: PDFPageProxy, layers: Layers | null) {
  const { items } = await page.getTextContent();
  const drawing = layers && (await lettersOf(pdf, page, layers));
  const hides = drawing?.hidden.includes(true) ?? false;
  let at = 0;
  let unsure = 0;
  const isHidden = (text: string): boolean => {
    if (!drawing || !hides || !text) return false;
    const isNext = sorted(drawing.text.slice(at, at + text.length)) === sorted(text);
    const found = isNext ? at : drawing.text.indexOf(text, at);
    if (found === -1) {
      unsure += 1;
      return true;
    }
    at = found + text.length;
    return drawing.hidden.slice(found, at).includes(true);
  };
  const text = items
    .map((item) => {
      if (!('str' in item)) return '';
      return `${isHidden(letters(item.str)) ? '' : item.str}${item.hasEOL ? '\n' : ''}`;
    })
    .join('');
  return { text, unsure };
}
