import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { addresses } from '../addresses.ts';
import { CategoryField, DurationField, Pair, UNREAD } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/fields.ts';
import { PictureField } from '../media/picture-field.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { MarkdownHelp } from '../text/markdown.tsx';
import { MarkdownField } from '../text/markdown-field.tsx';
import { workshop } from './workshop-record.ts';

function WorkshopForm({ options: categories, ...editing }: FormProps<typeof workshop, readonly Option[]>) {
  const editor = useRecordForm(workshop, {
    ...editing,
    next: { address: addresses.workshops },
    edit: addresses.editWorkshop,
  });
  const { form, field } = editor;
  return (
    <RecordForm editor={editor}>
      <Pair>
        <TextField lang="de" {...field('title')} />
        <TextField lang="de" {...field('subtitle')} />
      </Pair>
      <TextAreaField lang="de" rows={3} hint="Shown on the card" {...field('description')} />
      <PictureField
        form={form}
        {...field('picture')}
        name="picture"
        hint="On the card and in the head of the workshop. Without one the drawn cover of the title is shown"
      />
      <Pair>
        <CategoryField categories={categories} from={addresses.workshopCategories} {...field('categoryId')} />
        <TextField type="number" inputMode="numeric" min={0} step={1} {...field('maxParticipants')} />
      </Pair>
      <DurationField hours={field('duration.hours')} minutes={field('duration.minutes')} />
      <Stack $gap={3}>
        <MarkdownField rows={12} form={form} {...field('content')} name="content" />
        <MarkdownField rows={8} form={form} {...field('learningObjectives')} name="learningObjectives" />
        <MarkdownHelp />
      </Stack>
    </RecordForm>
  );
}

export const Component = recordPage(workshop, {
  Form: WorkshopForm,
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
});
