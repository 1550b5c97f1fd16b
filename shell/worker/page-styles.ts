import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import { type ServerStyleSheet, version } from 'styled-components';
import { componentOrder, groupOf } from './component-order.ts';

/** A string, or a space after a comma or a colon, which CSS does not need outside of strings. */
const STRING_OR_SPACE = /("[^"]*"|'[^']*')|([,:]) /g;
export const withoutSpaces = (css: string) =>
  css.replace(STRING_OR_SPACE, (_, string?: string, sign?: string) => string ?? sign ?? '');

const UNNAMED = /^sc-(global|keyframes)-/;

/**
 * The style element of a page, in the format that styled-components reads in the browser: after the rules of each
 * component a marker with its number, id and class names. Rules that the HTML does not use are left out, and
 * styled-components adds them again: Suspense fallbacks that were replaced before the page was sent leave theirs behind.
 */
export function pageStyles({ instance }: ServerStyleSheet, html: string, remote: RemoteModule | null): string {
  const { names, keyframeIds } = instance;
  const tag = instance.getTag();
  let css = '';
  let number = 0;
  for (const id of [...names.keys()].sort(componentOrder(remote, keyframeIds))) {
    const own = [...(names.get(id) ?? [])];
    if (!UNNAMED.test(id) && !own.some((name) => html.includes(name))) continue;
    const rules = tag.getGroup(groupOf(id));
    if (rules === '') continue;
    number += 1;
    css += `${rules}data-styled.g${number}[id="${id}"]{content:"${own.join(',')},"}/*!sc*/\n`;
  }
  return css && `<style data-styled="true" data-styled-version="${version}">${withoutSpaces(css)}</style>`;
}
