import { CONTRACT, type RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { GlobalStyle } from '@ki/shared/ui/global-style.tsx';
import { dark, inBoth, light } from '@ki/shared/ui/schemes.ts';
import { color } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import styled, { ServerStyleSheet } from 'styled-components';
import { expect, test } from 'vitest';
import { withUsedTokens } from '../server/document/document.ts';
import { evaluated, pageStyles, withoutSpaces } from './page-styles.ts';

const Praise = styled.p`
  color: ${color.success};

  &:hover {
    color: ${color.brand};
  }
`;
const Waiting = styled.p`
  color: ${color.danger};
`;

function drawn(page: ReactNode) {
  const sheet = new ServerStyleSheet();
  const html = renderToStaticMarkup(sheet.collectStyles(page));
  const stylesOf = (shown: string, remote: RemoteModule | null = null) => pageStyles(sheet, shown, remote);
  return { html, stylesOf, all: sheet.getStyleTags() };
}

const PAGE = (
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

const withoutTokens = (styles: string) => styles.replace(/--c-[a-z-]+:[^;]+;/g, '');
/** The ids of the components, in the order of their rules. */
const marked = (styles: string) =>
  [...styles.matchAll(/data-styled\.g(\d+)\[id="([^"]+)"/g)].map(([, ...mark]) => mark);

test('spaces stay in strings', () => {
  const css = `a:is(b, c){content:"x, y: z";quotes:'„, ' '“';margin:min(1px, 2px)}`;
  expect(withoutSpaces(css)).toBe(`a:is(b,c){content:"x, y: z";quotes:'„, ' '“';margin:min(1px,2px)}`);
});

test('a document has only the design tokens that its styles and SVGs use, in both colour schemes', () => {
  const { stylesOf, html, all } = drawn(PAGE);
  const used = withUsedTokens(stylesOf(html), html);
  for (const token of ['success', 'brand', 'danger', 'warning', 'ground'] as const) {
    expect(used).toContain(`--c-${token}:${inBoth(light[token], dark[token])};`);
  }
  expect(used).not.toMatch(/--c-(code-string|success-soft):/);
  const numbered = marked(all).map(([group], index) => [`.g${group}[`, `.g${index + 1}[`] as const);
  const expected = numbered.reduce(
    (text, [group, number]) => text.replace(group, number),
    withoutTokens(withoutSpaces(all)),
  );
  expect(withoutTokens(used)).toBe(expected);
});

test('a replaced Suspense fallback leaves neither rules nor their marker line; used styles keep both', () => {
  const { stylesOf, html } = drawn(PAGE);
  const replaced = html.replace(/<p[^>]*>Einen.*?<\/p>/, '');
  const used = withUsedTokens(stylesOf(replaced), replaced);
  const [, waiting = ''] = /class="([^"]+)">Einen/.exec(html) ?? [];
  const [, praise = ''] = /class="([^"]+)">Gut/.exec(html) ?? [];
  for (const name of waiting.split(' ')) expect(used).not.toContain(name);
  for (const name of praise.split(' ')) expect(used).toContain(name);
  expect(used).not.toContain('--c-danger:');
  expect(marked(used)).toHaveLength(marked(stylesOf(html)).length - 1);
  expect(used).toMatch(/^<style [^>]*>.*<\/style>$/s);
});

const component = (id: string) => styled.p.withConfig({ componentId: id })`
  margin: 0;
`;

/** A remote with a page for each list of ids, which creates these components. */
async function remoteOf(...pages: readonly (readonly string[])[]): Promise<[RemoteModule, ReactNode]> {
  const created = new Map<string, ReactNode>();
  const create = (id: string) => {
    const Component = component(id);
    if (!created.has(id)) created.set(id, <Component key={id} />);
  };
  const lazy = (ids: readonly string[]) => async () => {
    ids.forEach(create);
    return {};
  };
  const remote: RemoteModule = { contract: CONTRACT, id: 'mf-test', routes: pages.map((ids) => ({ lazy: lazy(ids) })) };
  await evaluated(() => remote);
  return [remote, [...created.values()].reverse()];
}

test('rules and their numbers follow the code of the remote, whatever a process created before', async () => {
  await remoteOf(['own-c', 'own-b', 'own-e']);
  const [remote, page] = await remoteOf(['own-a', 'own-b'], ['own-b', 'own-c', 'own-d']);
  await remoteOf(['other-a']);
  const { html, stylesOf } = drawn(
    <>
      {page}
      <Praise>Gut!</Praise>
    </>,
  );
  const [[, praise] = [], ...own] = marked(stylesOf(html, remote));
  expect(praise).toBe(Praise.styledComponentId);
  expect(own).toEqual([
    ['2', 'own-a'],
    ['3', 'own-b'],
    ['4', 'own-c'],
    ['5', 'own-d'],
  ]);
});
