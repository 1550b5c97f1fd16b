import { copyText } from '@ki/shared/ui/copy-text.ts';
import type { MouseEvent } from 'react';

/** For clicks anywhere in a text, which may be HTML that no component stands behind: its copy buttons copy their code. */
export const copyCode = (announce: (text: string) => void) => async (event: MouseEvent) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!button) return;
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
  announce((await copyText(code)) ? 'Code kopiert' : 'Der Code konnte nicht kopiert werden.');
};
