import { TextAreaField } from '@ki/shared/ui/text-area-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { RecordForm } from '../../records/form/record-form.tsx';
import { type Editing, useSavedForm } from '../../records/form/use-saved-form.ts';
import { type ModuleValues, module } from '../module-record.ts';

export function ModuleForm(editing: Editing<ModuleValues>) {
  const saved = useSavedForm(module, editing);
  return (
    <RecordForm saved={saved}>
      <TextField lang="de" {...saved.field('title')} />
      <TextAreaField lang="de" rows={4} {...saved.field('description')} />
    </RecordForm>
  );
}
