import { useEffect, useId, useRef, useState } from 'react';
import type { CourseOutline } from '../../model/course.ts';
import { LessonLink } from '../course/lesson-link.tsx';
import { useProgress } from '../progress/use-progress.ts';
import { Content, ModuleHead, Panel, Toggle } from './sidebar-parts.tsx';

interface LessonSidebarProps {
  readonly course: CourseOutline;
  /** Id of the lesson that is the page. */
  readonly current: string | undefined;
}

/** All lessons of the course. On small screens it opens on demand, and closes when another lesson is chosen. */
export function LessonSidebar({ course, current }: LessonSidebarProps) {
  const [openAt, setOpenAt] = useState<string>();
  const open = openAt !== undefined && openAt === current;
  const done = useProgress(course.id);
  const content = useRef<HTMLDivElement>(null);
  const contentId = useId();

  // The scroll position of the list, which is longer than the window in a long course.
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
