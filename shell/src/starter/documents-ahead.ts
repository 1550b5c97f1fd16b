import { isPlainLink } from './browser-clicks.ts';
import { DWELL_MS } from './dwell.ts';
import { AHEAD } from './speculation-rules.ts';

const canSpeculate = HTMLScriptElement.supports?.('speculationrules') ?? false;

function fetchAhead(link: HTMLAnchorElement): void {
  if (link.hasAttribute(AHEAD) || !isPlainLink(link)) return;
  link.setAttribute(AHEAD, '');
  // Elsewhere it is in the browser's cache then, and asked for by its tag.
  if (!canSpeculate) void fetch(link.href, { priority: 'low' }).catch(() => undefined);
}

/** Fetches the document of a link that is pointed at, touched or focused. Returns what ends it. */
export function fetchDocumentsAhead(): () => void {
  let timer = 0;
  const onIntent = ({ type, target }: Event) => {
    clearTimeout(timer);
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link) timer = window.setTimeout(fetchAhead, type === 'pointerover' ? DWELL_MS : 0, link);
  };
  const intents = ['pointerover', 'touchstart', 'focusin'];
  for (const intent of intents) addEventListener(intent, onIntent, { passive: true });
  return () => {
    for (const intent of intents) removeEventListener(intent, onIntent);
  };
}
