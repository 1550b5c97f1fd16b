import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair } from '../kinds/form-fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { link } from './link-record.ts';

function LinkForm({ options: ofPages, record }: FormProps<typeof link, readonly string[]>) {
  const editor = useRecordForm(link, { record, next: { address: addresses.links }, edit: addresses.editLink });
  const { field } = editor;
  const isOfPage = record !== null && ofPages.includes(record.id);
  return (
    <RecordForm editor={editor}>
      <Pair>
        <TextField lang="de" {...field('label')} />
        <TextField
          inputMode="url"
          autoCapitalize="none"
          placeholder="/workshops or https://example.com"
          hint={isOfPage ? 'The address of a page: it follows the page’s slug.' : undefined}
          readOnly={isOfPage}
          {...field('address')}
        />
      </Pair>
      <SelectField {...field('place')} defaultValue={record?.values.place}>
        <option value="menu">Menu</option>
        <option value="footer">Footer</option>
      </SelectField>
    </RecordForm>
  );
}

export const Component = recordPage(link, {
  Form: LinkForm,
  unread: { options: [], title: 'The pages could not be loaded.' },
});
