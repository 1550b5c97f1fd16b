import styled from 'styled-components';
import type { Ad } from '../../format/ad.ts';
import { ButtonLink, type ButtonLook, buttonStyle } from '../button.tsx';
import { onBanner } from '../page/on-banner.ts';
import { color, font, from, radius, size, space } from '../theme.ts';

const Frame = styled.section<{ $compact: boolean }>`
  ${onBanner}
  position: relative;
  isolation: isolate;
  overflow: clip;
  display: flex;
  flex-flow: ${(props) => (props.$compact ? 'column' : 'row wrap')};
  gap: ${space[4]} ${space[6]};
  justify-content: space-between;
  align-items: ${(props) => (props.$compact ? 'start' : 'center')};
  padding: ${space[5]};
  border-radius: ${radius.large};
  overflow-wrap: anywhere;

  &::before,
  &::after {
    content: '';
    position: absolute;
    z-index: -1;
    inset-block-end: 0;
    inset-inline-end: -3rem;
    inline-size: min(22rem, 90%);
    aspect-ratio: 2;
    border-radius: 11rem 11rem 0 0;
    background: rgb(255 255 255 / 0.07);
  }

  &::before {
    inset-inline-end: 9rem;
    inline-size: 9rem;
  }

  ${from.medium} {
    padding: ${space[6]};
  }
`;

const Words = styled.div<{ $compact: boolean }>`
  display: grid;
  flex: 0 1 ${(props) => (props.$compact ? 'auto' : '36rem')};
  gap: ${space[2]};
  max-inline-size: 36rem;
`;

const Headline = styled.p`
  font: 600 ${size.h2} / 1.15 ${font.heading};
`;

const Subtitle = styled.p<{ $compact: boolean }>`
  font-size: ${(props) => (props.$compact ? size.text : size.lead)};
  text-wrap: balance;
`;

const Description = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

const Call = styled.span<ButtonLook>`
  ${buttonStyle}

  &:empty {
    display: none;
  }
`;

export const AdBanner = ({ ad, compact = false }: { ad: Ad; compact?: boolean }) => (
  <Frame $compact={compact} aria-label="Angebot" data-print="hide">
    <Words $compact={compact}>
      <Headline>{ad.headline}</Headline>
      <Subtitle $compact={compact}>{ad.subtitle}</Subtitle>
      {!compact && <Description>{ad.description}</Description>}
    </Words>
    {ad.ctaUrl === null ? (
      <Call $variant="accent">{ad.ctaText}</Call>
    ) : (
      <ButtonLink to={ad.ctaUrl} variant="accent">
        {ad.ctaText}
      </ButtonLink>
    )}
  </Frame>
);
