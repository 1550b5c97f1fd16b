import { FetchError } from '../fetch/fetch-error.ts';

const MOST_PAGES = 500;

// pdf.js creates one when it loads, although only drawing needs it.
Object.assign(globalThis, { DOMMatrix: globalThis.DOMMatrix ?? class {} });

async function loadPdfJs() {
  const [pdf, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  // pdf.js runs in this thread, and looks for its own worker here.
  Object.assign(globalThis, { pdfjsWorker: worker });
  return pdf;
}

/** The text of a PDF, page by page, until it is long enough. Text that is drawn invisibly is in it. */
export async function textOfPdf(bytes: Uint8Array, most: number): Promise<string> {
  const { getDocument, VerbosityLevel } = await loadPdfJs();
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    stopAtErrors: true,
  });
  try {
    const document = await loading.promise;
    let text = '';
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES) && text.length < most; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      text += `${items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')}\n\n`;
      page.cleanup();
    }
    return text;
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    throw new FetchError(isLocked ? 'This PDF is encrypted.' : 'This is no PDF, or it is damaged.', { cause });
  } finally {
    await loading.destroy();
  }
}
