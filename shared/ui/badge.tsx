import styled from 'styled-components';
import { color, radius, size } from './theme.ts';

export type BadgeTone = 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger';

const TONES = {
  neutral: [color.sunken, color.muted],
  brand: [color.brandSoft, color.onBrandSoft],
  accent: [color.accentSoft, color.onAccentSoft],
  success: [color.successSoft, color.success],
  warning: [color.warningSoft, color.warning],
  danger: [color.dangerSoft, color.danger],
} as const;

export const Badge = styled.span<{ $tone?: BadgeTone }>`
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
  background: ${({ $tone = 'neutral' }) => TONES[$tone][0]};
  color: ${({ $tone = 'neutral' }) => TONES[$tone][1]};
`;
