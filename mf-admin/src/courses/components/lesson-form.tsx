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
import { useSavedForm } from '../../records/form/use-saved-form.ts';
import { type LessonValues, lessonSchema } from '../model/lesson.ts';
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

export interface LessonFormProps {
  readonly record: string;
  readonly values: LessonValues;
  /** `updated_at` of the lesson; null for a new one. */
  readonly base: string | null;
  readonly save: (values: LessonValues, base: string | null) => Promise<unknown>;
  readonly leave: () => void;
}

/** A lesson's fields, and beside them the lesson as visitors will see it. */
export function LessonForm({ record, values, base, save, leave }: LessonFormProps) {
  const isNew = base === null;
  const saved = useSavedForm({ record, schema: lessonSchema, values, base, save, leave });
  const { form, field } = saved;
  const videoUrl = useWatch({ control: form.control, name: 'videoUrl' });
  return (
    <RecordForm
      label={isNew ? 'New Lesson' : 'Edit Lesson'}
      saved={saved}
      failure="An error occurred"
      submitLabel={isNew ? 'Create Lesson' : 'Update Lesson'}
    >
      <Beside>
        <Stack $gap={5}>
          <TextField label="Title" lang="de" required {...field('title')} />
          <Pair>
            <SelectField label="Lesson Type" {...field('type')}>
              <option value="text">Text</option>
              <option value="video">Video</option>
            </SelectField>
            <DurationField hours={field('hours')} minutes={field('minutes')} />
          </Pair>
          <TextField
            label="Video URL"
            type="url"
            inputMode="url"
            autoCapitalize="none"
            hint={<span role="status">{videoNote(videoUrl)}</span>}
            {...field('videoUrl')}
          />
          <TextAreaField label="Content" lang="de" code rows={20} hint="Markdown" {...field('content')} />
          <MarkdownHelp />
        </Stack>
        <LivePreview control={form.control} />
      </Beside>
    </RecordForm>
  );
}
