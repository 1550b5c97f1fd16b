import { paths } from '@ki/shared/contract/paths.ts';
import type { Failure } from '@ki/shared/contract/result.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Container, Section, Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState, type EmptyStateProps } from '@ki/shared/ui/page/empty-state.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { Loading, Skeleton } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled, { css, keyframes } from 'styled-components';

const fromSecondFrame = keyframes`
  from {
    content-visibility: var(--first-frame, hidden);
  }
`;

/**
 * Content below a page's hero is rendered one frame after it. Its user reserves the height by
 * `contain-intrinsic-block-size`.
 */
export const afterHero = css`
  animation: ${fromSecondFrame} 1ms step-end;

  /* Hidden content cannot be scrolled to, so a target is rendered at once. */
  &:has(:target) {
    --first-frame: visible;
  }
`;

const Strip = styled.div<{ $underHeader: boolean }>`
  ${onBanner}
  padding-block: ${(props) => (props.$underHeader ? '7rem' : space[6])} ${space[6]};
`;

interface PageHeadProps {
  readonly title: string;
  readonly lang?: string;
  readonly underHeader?: boolean;
  readonly children?: ReactNode;
}

export const PageHead = ({ title, lang, underHeader = false, children }: PageHeadProps) => (
  <Strip $underHeader={underHeader}>
    <Container>
      <Stack $gap={3}>
        <h1 lang={lang}>{title}</h1>
        {children}
      </Stack>
    </Container>
  </Strip>
);

export const PageLoading = ({ title, underHeader }: { title: string; underHeader?: boolean }) => (
  <>
    <PageHead title={title} underHeader={underHeader} />
    <Section>
      <Container>
        <Loading lang="en">Loading...</Loading>
        <Skeleton />
      </Container>
    </Section>
  </>
);

interface NothingHereProps extends Pick<EmptyStateProps, 'text' | 'lang' | 'next'> {
  readonly title: string;
  readonly underHeader?: boolean;
  readonly failure?: Failure;
  readonly wayHome?: boolean;
}

export function NothingHere({ title, underHeader, text, lang, next, failure, wayHome = true }: NothingHereProps) {
  const unread = failure !== undefined && failure.code !== 'not_found';
  const home = (
    <ButtonLink to={paths.home} variant="secondary">
      Zur Startseite
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={title} underHeader={underHeader} />
      <Section>
        <Container>
          {unread && <ReadFailed />}
          <EmptyState text={text} lang={lang} action={wayHome && home} next={next} />
        </Container>
      </Section>
    </>
  );
}
