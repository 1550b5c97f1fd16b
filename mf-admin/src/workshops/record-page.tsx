import { useMemo } from 'react';
import { UNREAD } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/field.ts';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { WritingForm } from '../records/form/writing-form.tsx';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { workshop } from './workshop-record.ts';

function WorkshopForm({ options: categories, ...editing }: FormProps<typeof workshop, readonly Option[]>) {
  const editor = useRecordForm(workshop, editing);
  const choices = useMemo(() => ({ categoryId: categories }), [categories]);
  return <WritingForm editor={editor} inputs={editor.inputs} options={choices} />;
}

export const Component = recordPage(workshop, {
  Form: WorkshopForm,
  unread: { options: UNREAD, title: 'The categories could not be loaded.' },
});
