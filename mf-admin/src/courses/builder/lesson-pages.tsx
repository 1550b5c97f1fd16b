import type { Result } from '@ki/shared/contract/result.ts';
import { videoOf } from '@ki/shared/format/video.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useDeferredValue } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { addresses } from '../../addresses.ts';
import { storedDuration } from '../../kinds/model/fields.ts';
import { PageFailed } from '../../kit/failures.tsx';
import { Fields } from '../../records/form/fields.tsx';
import type { Editing } from '../../records/form/form-core.ts';
import { RecordForm } from '../../records/form/record-form.tsx';
import { useRecordForm } from '../../records/form/use-record-form.ts';
import { MarkdownHelp } from '../../text/markdown.tsx';
import { EditorSwitch, MarkdownControl } from '../../text/markdown-field.tsx';
import { RecordHistory } from '../../versions/history/record-history.tsx';
import {
  type EditableLesson,
  isTextWithVideo,
  lesson as kind,
  type LessonValues,
  lessonOfOneType,
  withoutVideoOfText,
} from '../course-record.ts';
import { creationIn, sourceIn } from '../data/change-outline.ts';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { outlineAt, StepHead } from './builder-head.tsx';
import { LessonPreview } from './lesson-preview.tsx';

const PLAYERS = {
  youtube: 'Shown in a YouTube player, from youtube-nocookie.com, once a visitor presses its button.',
  vimeo: 'Shown in a Vimeo player, once a visitor presses its button.',
  file: 'A video file: played by the browser itself, once a visitor presses its button.',
} as const;

function videoNote(address: string): string {
  if (address.trim() === '') return 'YouTube, Vimeo, or a video file. Empty: no video.';
  const video = videoOf(address);
  if (!video) return 'This address cannot be shown.';
  return video.kind === 'link' ? 'No player for this address: shown as a link.' : PLAYERS[video.kind];
}

const Frame = styled.section`
  display: grid;
  gap: ${space[1]};
  min-inline-size: 0;

  > h2 {
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
  }
`;

interface PreviewProps {
  readonly control: Control<LessonValues>;
  readonly keepsVideo: boolean;
}

/** Deferred, so that a long text does not delay typing. */
function LivePreview({ control, keepsVideo }: PreviewProps) {
  const values = useDeferredValue({ ...kind.initial, ...useWatch({ control }) });
  const { duration, ...typed } = keepsVideo ? values : withoutVideoOfText(values);
  return (
    <Frame aria-labelledby="lesson-preview-heading">
      <h2 id="lesson-preview-heading">Preview</h2>
      <LessonPreview {...typed} duration={storedDuration({ ...kind.initial.duration, ...duration })} />
    </Frame>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${space[6]};
  align-items: start;

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

function LessonForm(editing: Editing<typeof kind>) {
  const keepsVideo = isTextWithVideo(editing.record?.values);
  const editor = useRecordForm(keepsVideo ? kind : lessonOfOneType, editing);
  const { form, field } = editor;
  const [type, videoUrl, captions, transcript] = useWatch({
    control: form.control,
    name: ['type', 'videoUrl', 'captions', 'transcript'],
  });
  const hasVideo = type === 'video' || keepsVideo;
  return (
    <RecordForm editor={editor}>
      <Columns>
        <Stack $gap={5}>
          <Fields inputs={editor.inputs} names={['title', 'type', 'duration']} />
          {hasVideo && <TextField {...field('videoUrl')} hint={<span role="status">{videoNote(videoUrl)}</span>} />}
          {!hasVideo && [videoUrl, captions, transcript].some((text) => text !== '') && (
            <Notice>A text lesson is stored without its video. The video is still here until you save.</Notice>
          )}
          <MarkdownControl {...field('content')} form={form} name="content" />
          <EditorSwitch />
          <MarkdownHelp />
          {hasVideo && (
            <>
              <TextAreaField code {...field('transcript')} />
              <TextAreaField code {...field('captions')} />
            </>
          )}
        </Stack>
        <LivePreview control={form.control} keepsVideo={keepsVideo} />
      </Columns>
    </RecordForm>
  );
}

export const EditLesson = ({ course, lesson }: { course: CourseOutline; lesson: Promise<Result<EditableLesson>> }) => (
  <Settled value={lesson} loading={<Loading>Loading...</Loading>}>
    {(result) =>
      result.ok ? (
        <LessonEditor key={result.data.updatedAt} course={course} lesson={result.data} />
      ) : (
        <PageFailed heading={kind.texts.edit} title={kind.texts.readFailed} code={result.code} />
      )
    }
  </Settled>
);

function LessonEditor({ course, lesson }: { readonly course: CourseOutline; readonly lesson: EditableLesson }) {
  const module = course.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  return (
    <>
      <StepHead course={course} at={lesson.id} title={kind.texts.edit} module={module?.title} />
      <LessonForm record={lesson} next={outlineAt(course.id, lesson.id)} source={sourceIn(course, kind, lesson.id)} />
      {!course.draft && <RecordHistory record={lesson.id} />}
    </>
  );
}

export function NewLesson({ course, moduleId }: { readonly course: CourseOutline; readonly moduleId: string }) {
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) return <PageFailed heading="New Lesson" title="There is no such module." code="not_found" />;
  return (
    <>
      <StepHead course={course} at={moduleId} title="New Lesson" module={module.title} />
      <LessonForm
        record={null}
        next={outlineAt(course.id, moduleId)}
        edit={({ id }) => addresses.courseBuilder({ id: course.id }) + searchOfView({ kind: 'edit-lesson', id })}
        creation={creationIn(course, kind, `modules/${moduleId}/lessons/new`, moduleId)}
      />
    </>
  );
}
