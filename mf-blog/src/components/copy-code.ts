import { copyText } from '@ki/shared/ui/browser/copy-text.ts';
import type { MouseEvent } from 'react';

/** Handles clicks on the copy buttons of a text, which may be HTML without components. */
export const copyCode = (announce: (text: string) => void) => async (event: MouseEvent) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!button) return;
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
  announce((await copyText(code)) ? 'Code kopiert' : 'Der Code konnte nicht kopiert werden.');
};
