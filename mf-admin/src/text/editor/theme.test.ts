// @vitest-environment happy-dom
import { StyleModule } from 'style-mod';
import { expect, test } from 'vitest';
import { allowStyles } from './theme.ts';

test('style-mod adopts a sheet for a document that has the mark of a shadow root', () => {
  allowStyles();
  StyleModule.mount(document, new StyleModule({ '.kurs': { color: 'teal' } }));
  expect(document.querySelector('style')).toBeNull();
  expect(document.adoptedStyleSheets).toHaveLength(1);
});
