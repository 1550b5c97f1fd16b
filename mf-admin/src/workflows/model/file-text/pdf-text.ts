import { UnreadableFile } from './unreadable-file.ts';

/**
 * pdf.js wants a worker, but a worker's script must come from the page's own origin and a remote has another. Handed
 * over like this, its code runs in the page instead; it pauses between pages.
 */
async function loadPdfJs() {
  const [pdf, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.mjs'),
  ]);
  Object.assign(globalThis, { pdfjsWorker: worker });
  return pdf;
}

/** Part of the file that is read, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** The text of a PDF, page by page. */
export async function pdfText(bytes: Uint8Array<ArrayBuffer>, onProgress: OnProgress): Promise<string> {
  const pdf = await loadPdfJs();
  const loading = pdf.getDocument({ data: bytes, disableFontFace: true, verbosity: pdf.VerbosityLevel.ERRORS });
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
      page.cleanup();
      onProgress(number / document.numPages);
    }
    return pages.join('\n\n');
  } catch (error) {
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
