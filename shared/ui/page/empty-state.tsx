import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { color, font, size, space } from '../theme.ts';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[4]};
  padding: ${space[7]} ${space[4]};
  text-align: center;
`;

const Drawing = styled.svg`
  color: ${color.edge};
`;

const Text = styled.p`
  max-inline-size: 32rem;
  font: 600 ${size.h3} / 1.3 ${font.heading};
  text-wrap: balance;
`;

/** In every visitor's document, and shown to staff once the browser knows the session. */
const ForStaff = styled(Link)`
  display: none;

  :root[data-signed-in] & {
    display: inline;
  }
`;

export interface EmptyStateProps {
  readonly text: string;
  readonly lang?: string;
  readonly action?: ReactNode;
  /** What staff can do about it, on public pages. */
  readonly next?: { readonly to: string; readonly label: string } | false;
}

export const EmptyState = ({ text, lang, action, next }: EmptyStateProps) => (
  <Frame>
    <Drawing width="120" height="64" viewBox="0 0 120 64" aria-hidden="true" fill="none" stroke="currentColor">
      <path
        d="M17 45a30 30 0 0 1 60 0M46 45a28 28 0 0 1 56 0"
        strokeWidth="2"
        strokeDasharray="1 6"
        strokeLinecap="round"
      />
      <path d="M8 57h18M38 57h16M66 57h22M100 57h12" strokeWidth="5" strokeLinecap="round" />
    </Drawing>
    <Text lang={lang}>{text}</Text>
    {action}
    {next && (
      <ForStaff to={next.to} lang="en" rel="nofollow">
        {next.label}
      </ForStaff>
    )}
  </Frame>
);
