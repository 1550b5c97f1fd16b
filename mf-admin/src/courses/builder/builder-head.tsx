import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowLeftIcon } from '@ki/shared/ui/icons.tsx';
import { color, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { z } from 'zod/mini';
import { addresses } from '../../addresses.ts';
import { useHeadingFocus } from '../../kit/page-head.tsx';
import type { CourseOutline } from '../model/course-outline.ts';

export const outlineAt = (course: string, at: string | null) => ({
  address: addresses.courseBuilder({ id: course }),
  state: { at },
});

const withTarget = z.object({ at: z.string() });

export const returnTarget = (state: unknown): string | null => withTarget.safeParse(state).data?.at ?? null;

const Head = styled.header`
  display: grid;
  gap: ${space[2]};
  justify-items: start;
  margin-block-end: ${space[5]};

  > a:first-child {
    margin-inline-start: -0.875rem;
  }

  h1 {
    font-size: ${size.h2};
  }

  p {
    color: ${color.muted};
  }
`;

export interface StepHeadProps {
  readonly course: CourseOutline;
  readonly at: string | null;
  readonly title: string;
  readonly module?: string;
  readonly children?: ReactNode;
}

export function StepHead({ course, at, title, module, children }: StepHeadProps) {
  const heading = useHeadingFocus();
  return (
    <Head>
      <ButtonLink
        to={addresses.courseBuilder({ id: course.id })}
        state={{ at }}
        variant="quiet"
        size="small"
        icon={<ArrowLeftIcon size={18} />}
      >
        Course Builder
      </ButtonLink>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p lang="de">{module ? `${course.title} · ${module}` : course.title}</p>
      {children}
    </Head>
  );
}
