import { paths } from '@ki/shared/contract/paths.ts';
import { ArrowLeftIcon } from '@ki/shared/ui/icons.tsx';
import { Container, Stack } from '@ki/shared/ui/layout.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { onBanner } from '@ki/shared/ui/page/on-banner.ts';
import { from, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Course } from '../model/course.ts';
import { CourseBadges, CourseFacts } from './course-facts.tsx';
import { BackLink } from './typography.tsx';

const Strip = styled.header`
  ${onBanner}
  padding-block: ${space[6]} ${space[7]};
`;

const Columns = styled(Container)`
  display: grid;
  gap: ${space[6]} ${space[7]};

  ${from.wide} {
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    align-items: start;
  }
`;

const Description = styled.p`
  font-size: ${size.lead};
  line-height: 1.5;
  white-space: pre-line;
`;

const SIZES = '(min-width: 75rem) 33rem, (min-width: 64rem) 43vw, (min-resolution: 1.5dppx) 55vw, 92vw';

const Picture = styled(CardArt)`
  border-radius: ${radius.medium};
`;

export function CourseHead({ course }: { course: Course }) {
  const { title, description, picture } = course;
  return (
    <Strip>
      <Columns>
        <Stack $gap={5}>
          <BackLink to={paths.courses}>
            <ArrowLeftIcon size={18} />
            Alle Online-Kurse
          </BackLink>
          <CourseBadges course={course} />
          <h1>{title}</h1>
          {description && <Description>{description}</Description>}
          <CourseFacts course={course} />
        </Stack>
        <Picture title={title} picture={picture} sizes={SIZES} lazy={false} />
      </Columns>
    </Strip>
  );
}
