import { copyText } from '@ki/shared/ui/browser/copy-text.ts';
import { color, from, radius, size, space, width } from '@ki/shared/ui/theme.ts';
import type { MouseEvent, ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { afterHero } from './page-parts.tsx';

/** Handles clicks on the copy buttons of a text, which may be HTML without components. */
const copyCode = (announce: (text: string) => void) => async (event: MouseEvent) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (!button) return;
  const code = button.closest('figure')?.querySelector('code')?.textContent ?? '';
  announce((await copyText(code)) ? 'Code kopiert' : 'Der Code konnte nicht kopiert werden.');
};

export const ArticleColumns = styled.div`
  display: grid;
  gap: ${space[6]} ${space[8]};
  grid-template-columns: minmax(0, 1fr);
  align-items: start;

  ${from.wide} {
    grid-template-columns: minmax(0, 1fr) 17rem;
  }
`;

export const ArticleParts = styled.div`
  display: grid;
  gap: ${space[6]};
  grid-template-columns: minmax(0, 1fr);
  max-inline-size: ${width.measure};
`;

const onPaper = css`
  @media print {
    ${ArticleColumns} {
      display: block;
    }

    ${ArticleParts},
    ${ArticleParts} > * {
      max-inline-size: none;
      font-size: 10.5pt;
      line-height: 1.5;
    }

    && h2 {
      font-size: 15pt;
    }

    && h3 {
      font-size: 12pt;
    }

    && pre {
      font-size: 9pt;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }

    figure[data-code],
    blockquote,
    img,
    tr {
      break-inside: avoid;
    }

    p a[href^='http']::after,
    li a[href^='http']::after {
      content: ' (' attr(href) ')';
      color: ${color.muted};
      font-size: 0.85em;
      overflow-wrap: anywhere;
    }
  }
`;

const copyButtons = css`
  @media screen and (scripting: enabled) {
    && button[data-copy] {
      display: inline-flex;
      align-items: center;
      min-block-size: 1.5rem;
      padding: 0 ${space[3]};
      border: 1px solid ${color.edge};
      border-radius: ${radius.round};
      background: ${color.surface};
      color: ${color.link};
      font-size: ${size.tiny};
      font-weight: 600;
    }
  }
`;

const LONG_MINUTES = 3;
/** The height of a minute's reading on a phone, rounded up. */
const ROOM_A_MINUTE = 100;

/**
 * A long text is rendered one frame later; until then its frame is higher than the text, so that nothing below enters
 * the viewport and scroll restoration works.
 */
const reserve = ({ $minutes }: { readonly $minutes: number }) =>
  $minutes >= LONG_MINUTES &&
  css`
    ${afterHero}
    contain-intrinsic-block-size: ${$minutes * ROOM_A_MINUTE}rem;
  `;

const Frame = styled.div<{ readonly $minutes: number }>`
  ${reserve}
  ${copyButtons}
  ${onPaper}
`;

interface ArticleFrameProps {
  readonly minutes: number;
  readonly announce: (text: string) => void;
  readonly children: ReactNode;
}

export const ArticleFrame = ({ minutes, announce, children }: ArticleFrameProps) => (
  <Frame $minutes={minutes} onClick={copyCode(announce)}>
    {children}
  </Frame>
);
