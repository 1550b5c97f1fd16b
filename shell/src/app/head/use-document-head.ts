import { useEffect, useRef } from 'react';
import { type UIMatch, useMatches } from 'react-router-dom';
import { type ShellContext, useShell } from '../shell-context.ts';
import { headOf, settleData } from './head-of.ts';
import { headTags, type Tag, titleOf } from './head-tags.ts';

const MARK = 'data-head';

function elementOf({ name, attributes }: Tag): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.setAttribute(MARK, '');
  return element;
}

async function update(matches: readonly UIMatch[], shell: ShellContext, isCurrent: () => boolean): Promise<void> {
  const settled = await Promise.all(
    matches.map(async (match) => ({ ...match, data: await settleData(match.loaderData) })),
  );
  if (!isCurrent()) return;
  const url = new URL(location.href);
  const head = headOf(settled, url, shell);
  document.title = titleOf(head);
  for (const stale of document.head.querySelectorAll(`[${MARK}]`)) stale.remove();
  document.head.append(...headTags(head, url).map(elementOf));
}

/** Server-rendered documents have their head already; documents of staff pages have a placeholder for a title. */
export function useDocumentHead(): void {
  const matches = useMatches();
  const shell = useShell();
  const shown = useRef(shell.isServerRendered ? matches : null);
  // `document.head` lies outside of React's root.
  useEffect(() => {
    if (shown.current === matches) return;
    shown.current = matches;
    void update(matches, shell, () => shown.current === matches);
  }, [matches, shell]);
}
