import { videoOf } from '@ki/shared/format/video.ts';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useDeferredValue } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { storedDuration } from '../../kinds/model/fields.ts';
import { Fields } from '../../records/form/fields.tsx';
import type { Editing } from '../../records/form/form-core.ts';
import { RecordForm } from '../../records/form/record-form.tsx';
import { useRecordForm } from '../../records/form/use-record-form.ts';
import { MarkdownHelp } from '../../text/markdown.tsx';
import { EditorSwitch, MarkdownControl } from '../../text/markdown-field.tsx';
import { isTextWithVideo, type LessonValues, lesson, lessonOfOneType, withoutVideoOfText } from '../outline-record.ts';
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
  const values = useDeferredValue({ ...lesson.initial, ...useWatch({ control }) });
  const { duration, ...typed } = keepsVideo ? values : withoutVideoOfText(values);
  return (
    <Frame aria-labelledby="lesson-preview-heading">
      <h2 id="lesson-preview-heading">Preview</h2>
      <LessonPreview {...typed} duration={storedDuration({ ...lesson.initial.duration, ...duration })} />
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

export function LessonForm(editing: Editing<typeof lesson>) {
  const keepsVideo = isTextWithVideo(editing.record?.values);
  const editor = useRecordForm(keepsVideo ? lesson : lessonOfOneType, editing);
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
          <Fields editor={editor} names={['title', 'type', 'duration']} />
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
