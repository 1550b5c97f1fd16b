import { useEffect, useRef } from 'react';
import { type UIMatch, useMatches } from 'react-router-dom';
import { headOf, settleData } from './head-of.ts';
import { headTags, type Tag, titleOf } from './head-tags.ts';

const MARK = 'data-head';

function elementOf({ name, attributes }: Tag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(MARK, '');
  return element;
}

async function update(matches: readonly UIMatch[], isCurrent: () => boolean): Promise<void> {
  const settled = await Promise.all(
    matches.map(async (match) => ({ ...match, data: await settleData(match.loaderData) })),
  );
  if (!isCurrent()) return;
  const url = new URL(location.href);
  const head = headOf(settled, url);
  document.title = titleOf(head);
  for (const stale of document.head.querySelectorAll(`[${MARK}]`)) stale.remove();
  document.head.append(...headTags(head, url).map(elementOf));
}

/** Keeps the document's head in step with the page after navigations and reloads of data; the first came from the server. */
export function useDocumentHead(): void {
  const matches = useMatches();
  const shown = useRef(matches);
  // The document's head lies outside what React renders.
  useEffect(() => {
    if (shown.current === matches) return;
    shown.current = matches;
    void update(matches, () => shown.current === matches);
  }, [matches]);
}
