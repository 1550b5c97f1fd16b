import type { Result } from '@ki/shared/contract/result.ts';
import { videoOf } from '@ki/shared/format/video.ts';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useMemo } from 'react';
import { type Control, type UseFormReturn, useWatch } from 'react-hook-form';
import { addresses } from '../../addresses.ts';
import { storedDuration } from '../../kinds/model/fields.ts';
import { PageFailed, ReadResult } from '../../kit/failures.tsx';
import type { Editing } from '../../records/form/form-core.ts';
import { type RecordField, useRecordForm } from '../../records/form/use-record-form.ts';
import { WritingForm } from '../../records/form/writing-form.tsx';
import { MarkdownHelp, PreviewFrame } from '../../text/markdown.tsx';
import { MarkdownField } from '../../text/markdown-field.tsx';
import { useSettled, useTextSource } from '../../text/text-source.ts';
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

interface PreviewProps {
  readonly form: UseFormReturn<LessonValues, unknown, LessonValues>;
  readonly keepsVideo: boolean;
}

function LivePreview({ form, keepsVideo }: PreviewProps) {
  const { follow } = useTextSource(form, 'content');
  const values = useSettled(follow, () => ({ ...kind.initial, ...form.getValues() }));
  const { duration, ...typed } = keepsVideo ? values : withoutVideoOfText(values);
  return (
    <PreviewFrame as="section" aria-labelledby="lesson-preview-heading">
      <h2 id="lesson-preview-heading">Preview</h2>
      <LessonPreview {...typed} duration={storedDuration({ ...kind.initial.duration, ...duration })} />
    </PreviewFrame>
  );
}

type VideoUrlProps = RecordField & { readonly control: Control<LessonValues> };

const VideoUrl = ({ control, ...binding }: VideoUrlProps) => (
  <TextField {...binding} hint={<span role="status">{videoNote(useWatch({ control, name: 'videoUrl' }))}</span>} />
);

const WITHOUT_VIDEO = ['title', 'type', 'duration', 'content'] as const;
const WITH_VIDEO = [...WITHOUT_VIDEO, 'videoUrl', 'transcript', 'captions'] as const;

function LessonForm(editing: Editing<typeof kind>) {
  const keepsVideo = isTextWithVideo(editing.record?.values);
  const editor = useRecordForm(keepsVideo ? kind : lessonOfOneType, editing);
  const { form } = editor;
  const [type, videoUrl, captions, transcript] = useWatch({
    control: form.control,
    name: ['type', 'videoUrl', 'captions', 'transcript'],
  });
  const hasVideo = type === 'video' || keepsVideo;
  const own = useMemo(
    () => ({
      content: (binding: RecordField) => (
        <Stack $gap={3}>
          <MarkdownField
            {...binding}
            form={form}
            name="content"
            ownPreview={<LivePreview form={form} keepsVideo={keepsVideo} />}
          />
          <MarkdownHelp />
        </Stack>
      ),
      videoUrl: (binding: RecordField) => <VideoUrl {...binding} control={form.control} />,
      captions: (binding: RecordField) => <TextAreaField code {...binding} />,
      transcript: (binding: RecordField) => <TextAreaField code {...binding} />,
    }),
    [form, keepsVideo],
  );
  return (
    <WritingForm
      editor={editor}
      inputs={editor.inputs}
      own={own}
      names={hasVideo ? WITH_VIDEO : WITHOUT_VIDEO}
      beside={
        !hasVideo &&
        [videoUrl, captions, transcript].some((text) => text !== '') && (
          <Notice>A text lesson is stored without its video. The video is still here until you save.</Notice>
        )
      }
    />
  );
}

export const EditLesson = ({ course, lesson }: { course: CourseOutline; lesson: Promise<Result<EditableLesson>> }) => (
  <ReadResult
    value={lesson}
    failed={(code) => <PageFailed heading={kind.texts.edit} title={kind.texts.readFailed} code={code} />}
  >
    {(data) => <LessonEditor key={data.updatedAt} course={course} lesson={data} />}
  </ReadResult>
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
