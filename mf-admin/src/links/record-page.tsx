import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { link } from './link-record.ts';

function LinkForm({ options: ofPages, record }: FormProps<typeof link, readonly string[]>) {
  const editor = useRecordForm(link, { record });
  const isOfPage = record !== null && ofPages.includes(record.id);
  const hint = isOfPage ? 'The address of a page: it follows the page’s slug.' : undefined;
  return (
    <RecordForm editor={editor}>
      <Fields
        inputs={editor.inputs}
        own={{ address: (binding) => <TextField {...binding} hint={hint} readOnly={isOfPage} /> }}
      />
    </RecordForm>
  );
}

export const Component = recordPage(link, {
  Form: LinkForm,
  unread: { options: [], title: 'The pages could not be loaded.' },
});
