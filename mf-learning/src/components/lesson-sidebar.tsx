import { Button } from '@ki/shared/ui/button.tsx';
import { ChevronDownIcon } from '@ki/shared/ui/icons.tsx';
import { color, font, from, motion, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useEffect, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import type { CourseOutline } from '../model/course.ts';
import { LessonLink } from './lesson-link.tsx';
import { Eyebrow } from './typography.tsx';
import { useProgress } from './use-progress.ts';

const Panel = styled.nav`
  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
    align-self: start;
    display: flex;
    flex-direction: column;
    max-block-size: calc(100svh - 2 * ${space[5]});
    border: 1px solid ${color.line};
    border-radius: ${radius.medium};
    background: ${color.surface};
  }
`;

const ToggleButton = styled(Button)`
  justify-content: space-between;
  inline-size: 100%;

  > svg {
    transition: rotate ${motion.quick};
  }

  &[aria-expanded='true'] > svg {
    rotate: 180deg;
  }

  ${from.wide} {
    display: none;
  }

  @media (scripting: none) {
    display: none;
  }
`;

const Title = styled.h2`
  display: none;
  padding: ${space[4]} ${space[4]} ${space[3]};
  border-block-end: 1px solid ${color.line};
  font-size: ${size.h3};

  ${from.wide} {
    display: block;
  }

  @media (scripting: none) {
    display: block;
  }
`;

const Toggle = ({ expanded, controls, onToggle }: { expanded: boolean; controls: string; onToggle: () => void }) => (
  <>
    <ToggleButton variant="secondary" aria-expanded={expanded} aria-controls={controls} onClick={onToggle}>
      Course Content
      <ChevronDownIcon size={18} />
    </ToggleButton>
    <Title>Course Content</Title>
  </>
);

const Content = styled.div<{ $open: boolean }>`
  position: relative;
  display: ${(props) => (props.$open ? 'block' : 'none')};
  margin-block-start: ${space[3]};
  padding: ${space[2]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};

  > section + section {
    margin-block-start: ${space[3]};
    padding-block-start: ${space[3]};
    border-block-start: 1px solid ${color.line};
  }

  ${from.wide} {
    display: block;
    margin: 0;
    border: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
  }

  @media (scripting: none) {
    display: block;
  }
`;

const ModuleTitle = styled.h3`
  font: 600 ${size.small} / 1.35 ${font.text};
`;

const Heading = styled.div`
  padding: ${space[2]} ${space[3]} ${space[1]};
`;

const ModuleHead = ({ number, title }: { number: number; title: string }) => (
  <Heading>
    <Eyebrow lang="en">{`Module ${number}`}</Eyebrow>
    <ModuleTitle>{title}</ModuleTitle>
  </Heading>
);

/** All lessons of the course. On small screens it opens by a button and closes when another lesson is chosen. */
export function LessonSidebar({ course, current }: { course: CourseOutline; current: string | undefined }) {
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt !== undefined && openAt === current;
  const done = useProgress(course.id);
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();

  // The scroll position of the list.
  useEffect(() => {
    const link = current && content.current?.querySelector<HTMLElement>('[aria-current]');
    if (link && content.current) content.current.scrollTop = link.offsetTop - content.current.clientHeight / 2;
  }, [current]);

  return (
    <Panel aria-label="Course Content" lang="en" data-print="hide">
      <Toggle expanded={open} controls={contentId} onToggle={() => setOpenAt(open ? undefined : current)} />
      <Content ref={content} id={contentId} $open={open}>
        {course.modules.map((module, index) => (
          <section key={module.id} lang="de" aria-label={module.title}>
            <ModuleHead number={index + 1} title={module.title} />
            <ol>
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>
                  <LessonLink
                    courseSlug={course.slug}
                    lesson={lesson}
                    done={done.has(lesson.id)}
                    current={lesson.id === current}
                  />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </Content>
    </Panel>
  );
}
