import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { besideText } from './only-text.ts';

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: ${space[4]};
  margin-block-end: ${space[5]};
  ${besideText}

  h1 {
    font-size: ${size.h2};
  }

  p {
    margin-block-start: ${space[1]};
    color: ${color.muted};
  }
`;

interface PageHeadProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly add?: { readonly to: string; readonly label: string };
  readonly action?: ReactNode;
}

export function PageHead({ title, subtitle, add, action }: PageHeadProps) {
  const heading = useHeadingFocus();
  return (
    <Head>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {add && (
        <ButtonLink to={add.to} icon={<PlusIcon size={18} />}>
          {add.label}
        </ButtonLink>
      )}
      {action}
    </Head>
  );
}

/**
 * Focuses the heading after a navigation that removed the focused element, for keyboards and screen readers.
 * The heading needs `tabIndex={-1}`.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const type = useNavigationType();
  // The browser restores the focus of POP navigations. The location's key changes on each navigation, also on one page.
  useEffect(() => {
    if (type === 'POP' || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [key, type]);
  return heading;
}

/** An empty list, and where its first record is made. */
export const FirstOne = ({ text, to, action }: Readonly<Record<'text' | 'to' | 'action', string>>) => (
  <EmptyState
    text={text}
    action={
      <ButtonLink to={to} variant="secondary">
        {action}
      </ButtonLink>
    }
  />
);

export const NotFound = () => (
  <>
    <PageHead title="Page not found" />
    <EmptyState
      text="There is nothing at this address."
      action={<ButtonLink to={addresses.dashboard}>Dashboard</ButtonLink>}
    />
  </>
);
