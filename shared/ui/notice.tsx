import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { Button } from './button.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import { color, radius, space } from './theme.ts';

export type NoticeTone = 'info' | 'success' | 'warning' | 'error';

const TONES = {
  info: [InfoIcon, color.onBrandSoft, color.brandSoft],
  success: [CheckIcon, color.success, color.successSoft],
  warning: [AlertIcon, color.warning, color.warningSoft],
  error: [AlertIcon, color.danger, color.dangerSoft],
} as const;

const Frame = styled.div<{ readonly $tone: NoticeTone }>`
  --tone: ${({ $tone }) => TONES[$tone][1]};
  background: ${({ $tone }) => TONES[$tone][2]};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[3]} ${space[5]};
  padding: ${space[3]} ${space[4]};
  border: 1px solid transparent;
  border-inline-start: 0.25rem solid var(--tone);
  border-radius: ${radius.small};
  color: var(--tone);
  text-wrap: pretty;

  > svg {
    margin-inline-end: calc(-1 * ${space[2]});
  }

  > div {
    flex: 1 1 14rem;
    min-inline-size: 0;
  }
`;

const Title = styled.strong`
  display: block;
`;

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
  readonly retrying?: boolean;
  readonly action?: ReactNode;
  readonly lang?: string;
}

/** A message in the flow of the page; errors are announced assertively. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, onRetry, retryLabel = 'Erneut versuchen', retrying, action, lang } = props;
  const [Icon] = TONES[tone];
  return (
    <Frame $tone={tone} role={tone === 'error' ? 'alert' : 'status'} lang={lang}>
      <Icon />
      <div>
        {title && <Title>{title}</Title>}
        {children}
      </div>
      {action}
      {onRetry && (
        <Button variant="secondary" size="small" onClick={onRetry} busy={retrying}>
          {retryLabel}
        </Button>
      )}
    </Frame>
  );
}

export function ReadFailed() {
  const { revalidate, state } = useRevalidator();
  return (
    <Notice
      tone="error"
      title="Die Daten konnten nicht geladen werden."
      onRetry={() => void revalidate()}
      retrying={state !== 'idle'}
    >
      Bitte versuchen Sie es in einem Moment noch einmal.
    </Notice>
  );
}
