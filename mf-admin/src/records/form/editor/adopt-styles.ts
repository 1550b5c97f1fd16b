import { StyleModule } from 'style-mod';

/**
 * CodeMirror's style-mod gives a document a style element, which the content security policy refuses, and a shadow root
 * an adopted style sheet. It marks the root with them: the document gets the mark of a shadow root.
 */
export function adoptStyles(): void {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  StyleModule.mount(root, []);
  Object.assign(document, root);
}
