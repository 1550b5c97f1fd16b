import { AsyncLocalStorage } from 'node:async_hooks';
import type { RemoteModule } from '@ki/shared/contract/remote-module.ts';
import type { RouteObject } from 'react-router-dom';
import { __PRIVATE__, type ServerStyleSheet, version } from 'styled-components';

const { StyleSheet } = __PRIVATE__;
const { registerId } = StyleSheet;

/** The number by which styled-components sorts rules. It depends on what this process created before. */
const groupOf = (id: string): number => registerId(id);

type Order = ReadonlyMap<string, number>;

const creation = new AsyncLocalStorage<Map<string, number>>();
// styled-components calls it once for each component, as it is created.
StyleSheet.registerId = (id) => {
  const order = creation.getStore();
  if (order && !order.has(id)) order.set(id, order.size);
  return registerId(id);
};

const orders = new WeakMap<RemoteModule, Order>();
/** Components of the shell have lower numbers. */
let afterShell = Number.POSITIVE_INFINITY;

async function evaluatePages(routes: readonly RouteObject[]): Promise<void> {
  for (const { lazy, children = [] } of routes) {
    try {
      if (typeof lazy === 'function') await lazy();
    } catch {
      // This page fails when it is rendered, the others do not.
    }
    await evaluatePages(children);
  }
}

/** Evaluates all pages of a remote at once, so that the first one to be rendered does not decide about the order. */
export async function evaluated(run: () => RemoteModule): Promise<void> {
  if (afterShell === Number.POSITIVE_INFINITY) afterShell = registerId('sc-after-shell');
  const order = new Map<string, number>();
  await creation.run(order, async () => {
    const remote = run();
    orders.set(remote, order);
    await evaluatePages(remote.routes);
  });
}

/**
 * Compares ids for an order of rules that is the same in each process: components of the shell, those of the remote, and
 * those that were created later. Keyframes are first, as no rule overrides them.
 */
function componentOrder(remote: RemoteModule | null, keyframes: ReadonlySet<string>) {
  const order: Order = (remote && orders.get(remote)) ?? new Map();
  const placeOf = (id: string): number => {
    if (keyframes.has(id)) return 0;
    const group = groupOf(id);
    return group < afterShell ? group : afterShell + (order.get(id) ?? order.size + group);
  };
  return (one: string, other: string) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1);
}

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
