import styled, { keyframes } from 'styled-components';
import { color, radius, space } from './theme.ts';

const breathe = keyframes`
  50% { opacity: 0.45; }
`;

const Bar = styled.span`
  display: block;
  block-size: 0.875rem;
  border-radius: ${radius.small};
  background: ${color.sunken};
  animation: ${breathe} 1.8s ease-in-out infinite;

  &:first-child {
    block-size: 1.5rem;
    inline-size: 62%;
  }

  &:last-child {
    inline-size: 78%;
  }
`;

const Block = styled.span`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
  inline-size: 100%;
`;

const Status = styled.p`
  color: ${color.muted};
  padding-block: ${space[4]};
`;

const LINES = 6;

/** Decorative lines beside a loading text, never instead of one. */
export const Skeleton = () => (
  <Block aria-hidden="true">
    {Array.from({ length: LINES }, (_, line) => (
      <Bar key={line} />
    ))}
  </Block>
);

/** The loading text, announced politely. */
export const Loading = ({ children, lang }: { readonly children: string; readonly lang?: string }) => (
  <Status role="status" lang={lang}>
    {children}
  </Status>
);
