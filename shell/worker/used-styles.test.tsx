import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
import { color, dark, light } from '@ki/shared/ui/theme.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import styled, { ServerStyleSheet } from 'styled-components';
import { expect, test } from 'vitest';
import { withUsedTokens } from '../server/document/document.ts';
import { withUsedRules } from './used-rules.ts';

const Praise = styled.p`
  color: ${color.success};

  &:hover {
    color: ${color.brand};
  }
`;
const Waiting = styled.p`
  color: ${color.danger};
`;

const usedStyles = (styles: string, html: string) => withUsedTokens(withUsedRules(styles, html), html);

function rendered() {
  const sheet = new ServerStyleSheet();
  const page = (
    <>
      <GlobalStyle />
      <Waiting>Einen Augenblick …</Waiting>
      <Praise>Gut!</Praise>
      <svg>
        <title>Warnung</title>
        <path stroke={color.warning} />
      </svg>
    </>
  );
  const html = renderToStaticMarkup(sheet.collectStyles(page));
  return { styles: sheet.getStyleTags(), html, replaced: html.replace(/<p[^>]*>Einen.*?<\/p>/, '') };
}

const withoutTokens = (styles: string) => styles.replace(/--c-[a-z-]+:[^;]+;/g, '');

test('a document has only the design tokens that its styles and SVGs use, in both colour schemes', () => {
  const { styles, html } = rendered();
  const used = usedStyles(styles, html);
  for (const token of ['success', 'brand', 'danger', 'warning', 'ground'] as const) {
    expect(used).toContain(`--c-${token}:${light[token]};`);
    expect(used).toContain(`--c-${token}:${dark[token]};`);
  }
  expect(used).not.toMatch(/--c-(code-string|success-soft):/);
  expect(withoutTokens(used)).toBe(withoutTokens(styles));
});

test('a replaced Suspense fallback leaves neither rules nor their marker line; used styles keep both', () => {
  const { styles, html, replaced } = rendered();
  const used = usedStyles(styles, replaced);
  const [, waiting = ''] = /class="([^"]+)">Einen/.exec(html) ?? [];
  const [, praise = ''] = /class="([^"]+)">Gut/.exec(html) ?? [];
  for (const name of waiting.split(' ')) expect(used).not.toContain(name);
  for (const name of praise.split(' ')) expect(used).toContain(name);
  expect(used).not.toContain('--c-danger:');
  const marks = (text: string) => [...text.matchAll(/data-styled\.g/g)].length;
  expect(marks(used)).toBe(marks(styles) - 1);
  expect(used).toMatch(/^<style [^>]*>.*<\/style>$/s);
});
