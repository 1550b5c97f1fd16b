import { useSearchParams } from 'react-router-dom';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { redirect } from './redirect-record.ts';

function RedirectForm({ record }: FormProps<typeof redirect, null>) {
  const [search] = useSearchParams();
  const editor = useRecordForm(redirect, {
    record,
    // The list of missing addresses leads here.
    initial: { address: search.get('address') ?? '' },
  });
  return (
    <RecordForm editor={editor}>
      <Fields inputs={editor.inputs} />
    </RecordForm>
  );
}

export const Component = recordPage(redirect, { Form: RedirectForm });
