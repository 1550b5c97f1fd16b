import { Stack } from '@ki/shared/ui/layout.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { DurationField } from '../../records/form/duration-field.tsx';
import { MarkdownHelp } from '../../records/form/markdown-help.tsx';
import { Pair } from '../../records/form/pair.tsx';
import { RecordForm } from '../../records/form/record-form.tsx';
import { type Editing, useSavedForm } from '../../records/form/use-saved-form.ts';
import { type LessonValues, lesson } from '../lesson-record.ts';
import { videoNote } from '../model/video-note.ts';
import { LivePreview } from './live-preview.tsx';

const Beside = styled.div`
  display: grid;
  gap: ${space[6]};
  align-items: start;

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** A lesson's fields, and beside them the lesson as visitors will see it. */
export function LessonForm(editing: Editing<LessonValues>) {
  const saved = useSavedForm(lesson, editing);
  const { form, field } = saved;
  const videoUrl = useWatch({ control: form.control, name: 'videoUrl' });
  return (
    <RecordForm saved={saved}>
      <Beside>
        <Stack $gap={5}>
          <TextField lang="de" {...field('title')} />
          <Pair>
            <SelectField {...field('type')}>
              <option value="text">Text</option>
              <option value="video">Video</option>
            </SelectField>
            <DurationField hours={field('duration.hours')} minutes={field('duration.minutes')} />
          </Pair>
          <TextField
            type="url"
            inputMode="url"
            autoCapitalize="none"
            hint={<span role="status">{videoNote(videoUrl)}</span>}
            {...field('videoUrl')}
          />
          <TextAreaField lang="de" code rows={20} hint="Markdown" {...field('content')} />
          <MarkdownHelp />
        </Stack>
        <LivePreview control={form.control} />
      </Beside>
    </RecordForm>
  );
}
