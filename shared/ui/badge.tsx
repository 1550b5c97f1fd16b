import styled, { css } from 'styled-components';
import { color, radius, size } from './theme.ts';

export type BadgeTone = 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger';

const tones = {
  neutral: css`
    background: ${color.sunken};
    color: ${color.muted};
  `,
  brand: css`
    background: ${color.brandSoft};
    color: ${color.onBrandSoft};
  `,
  accent: css`
    background: ${color.accentSoft};
    color: ${color.onAccentSoft};
  `,
  success: css`
    background: ${color.successSoft};
    color: ${color.success};
  `,
  warning: css`
    background: ${color.warningSoft};
    color: ${color.warning};
  `,
  danger: css`
    background: ${color.dangerSoft};
    color: ${color.danger};
  `,
} as const;

const badge = css<{ $tone?: BadgeTone }>`
  display: inline-flex;
  align-items: center;
  gap: 0.375em;
  inline-size: fit-content;
  padding: 0.1875rem 0.625rem;
  border: 1px solid transparent;
  border-radius: ${radius.round};
  font-size: ${size.tiny};
  font-weight: 600;
  line-height: 1.4;
  ${(props) => tones[props.$tone ?? 'neutral']}
`;

/** A short word about a thing: category, level, state. */
export const Badge = styled.span<{ $tone?: BadgeTone }>`
  ${badge}
`;

/** A badge that changes the state it names when pressed. */
export const BadgeButton = styled.button.attrs({ type: 'button' })<{ $tone?: BadgeTone }>`
  ${badge}
  min-block-size: 2rem;
  padding-inline: 0.875rem;

  &:hover:not(:disabled) {
    border-color: currentColor;
  }

  &:focus-visible {
    border-radius: ${radius.round};
  }

  &:disabled {
    opacity: 0.62;
  }
`;
