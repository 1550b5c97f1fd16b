import { paths } from '@ki/shared/contract/paths.ts';
import { ArrowLeftIcon } from '@ki/shared/ui/icons.tsx';
import { Container } from '@ki/shared/ui/layout.tsx';
import { color, font, from, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { CourseOutline, LessonPosition } from '../model/course.ts';
import { BackLink } from './typography.tsx';

const Strip = styled.header`
  padding-block: ${space[4]};
  border-block-end: 1px solid ${color.line};
  background: ${color.surface};
`;

const Row = styled(Container)`
  display: flex;
  flex-direction: column;
  align-items: start;
  gap: ${space[1]} ${space[5]};

  ${from.medium} {
    flex-flow: row wrap;
    align-items: baseline;
  }
`;

const Course = styled.p`
  font: 600 ${size.h4} / 1.3 ${font.heading};
`;

const ModuleName = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

export const LessonHead = ({ course, position }: { course: CourseOutline; position: LessonPosition | null }) => (
  <Strip>
    <Row>
      <BackLink to={paths.course({ slug: course.slug })}>
        <ArrowLeftIcon size={18} />
        Zum Kurs
      </BackLink>
      <Course>{course.title}</Course>
      {position && (
        <ModuleName>
          <span lang="en">{`Module ${position.moduleNumber}`}</span>: {position.module.title}
        </ModuleName>
      )}
    </Row>
  </Strip>
);
