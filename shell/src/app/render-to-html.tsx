import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';

export interface Html {
  /** In UTF-8. */
  readonly html: Buffer<ArrayBuffer>;
  /** `<style>` elements of exactly the components that were rendered. */
  readonly styles: string;
  /** What a component threw, else `null`: its place holds a fallback, which the browser renders again. */
  readonly failure: string | null;
}

/** Renders a tree once all of it is ready. Rejects when not even its frame can be rendered. */
export function renderToHtml(tree: ReactNode, signal: AbortSignal): Promise<Html> {
  const sheet = new ServerStyleSheet();
  return new Promise<Html>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failure: string | null = null;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks), styles: sheet.getStyleTags(), failure });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(sheet.collectStyles(tree), {
      // Everything is sent in place: no boundary is moved by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        failure ??= String(error);
        console.error('render:', error);
      },
    });
    signal.addEventListener('abort', () => abort(signal.reason), { once: true });
  }).finally(() => sheet.seal());
}
