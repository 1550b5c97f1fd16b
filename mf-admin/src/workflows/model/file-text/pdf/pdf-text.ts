import type { PDFDocumentProxy } from 'pdfjs-dist';
import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { UnreadableFile } from '../../../../files/model/file-rows.ts';
import { leftOutNote, type OnProgress, type Reading } from '../reading.ts';
import { type Annotation, annotationText, type XfaNode, xfaText } from './pdf-form.ts';
import { type Layers, visibleText } from './visible-text.ts';

// A worker's script must come from the page's origin, and remotes have another. In the page it pauses between pages.
Object.assign(globalThis, { pdfjsWorker });

const CJK = 'Its Chinese, Japanese or Korean fonts cannot be read, so that text may be missing.';

/** The page reads files itself: more pages would end the tab. */
const MOST_PAGES = 1_000;

async function hiddenLayers(document: PDFDocumentProxy): Promise<Layers | null> {
  const layers = await document.getOptionalContentConfig();
  return [...layers].some(([, { visible }]) => !visible) ? layers : null;
}

/** Fonts without a table of letters give private or no letters at all. */
function isGarbled(text: string): boolean {
  const unknown = text.match(/[\p{Co}\uFFFD\p{Cn}]|[^\P{Cc}\s]/gu)?.length ?? 0;
  return unknown > text.length / 5;
}

async function readPages(document: PDFDocumentProxy, onProgress: OnProgress): Promise<Reading> {
  const layers = await hiddenLayers(document);
  const leftOut = new Map<string, number>(layers ? [['hidden layers', 0]] : []);
  const count = (kind: string, by: number) => by > 0 && leftOut.set(kind, (leftOut.get(kind) ?? 0) + by);
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { text: content, unsure } = document.isPureXfa
      ? { text: xfaText((await page.getXfa()) as XfaNode | null), unsure: 0 }
      : await visibleText(pdf, page, layers);
    const annotations: Annotation[] = document.isPureXfa ? [] : await page.getAnnotations({ intent: 'any' });
    const { text, comments, files } = annotationText(
      annotations.filter(({ oc }) => !layers || !oc || layers.isVisible(oc)),
    );
    count('uncertain passage', unsure);
    count('comment', comments);
    count('attached file', files);
    pages.push([content, text].filter((part) => /\S/.test(part)).join('\n'));
    page.cleanup();
    onProgress(number / document.numPages);
  }
  count('attached file', Object.keys((await document.getAttachments()) ?? {}).length);
  const share = (found: number) => `${found} of ${pages.length} pages`;
  const empty = pages.filter((page) => page === '').length;
  const garbled = pages.filter(isGarbled).length;
  return {
    text: pages.join('\n\n'),
    notes: [
      ...leftOutNote(leftOut),
      ...(empty > 0 && empty < pages.length
        ? [`${share(empty)} have no text. A scan must be turned into text first.`]
        : []),
      ...(document.isPureXfa && empty === pages.length ? ['It is a form in XFA that shows no text here.'] : []),
      ...(garbled > 0 ? [`${share(garbled)} have letters that their font does not name: they are not readable.`] : []),
    ],
  };
}

export async function pdfText(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<Reading> {
  let lacksTables = false;
  /** Tables of the letters of such fonts are 2 MB, which no page loads. */
  class BinaryDataFactory {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<never> {
      lacksTables ||= kind === 'cMapUrl';
      throw new Error(`Without ${filename}.`);
    }
  }
  const loading = pdf.getDocument({
    BinaryDataFactory,
    data: bytes,
    disableFontFace: true,
    enableXfa: true,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    if (document.numPages > MOST_PAGES) {
      throw new UnreadableFile(
        `This PDF has ${document.numPages} pages; at most ${MOST_PAGES} can be read. Please split it.`,
      );
    }
    const { text, notes } = await readPages(document, onProgress);
    return { text, notes: lacksTables ? [...notes, CJK] : notes };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw new UnreadableFile(
      isLocked
        ? 'This PDF is encrypted. Please remove its password first.'
        : 'This is not a PDF, or the file is damaged.',
    );
  } finally {
    await loading.destroy();
  }
}
