import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair } from '../records/form/form-fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { dimension, level, matrixCategory, targetGroup } from './matrix-record.ts';

const unread = { options: null, title: '' };

const CodeAndName = ({ field }: { readonly field: (name: 'code' | 'name') => RecordField }) => (
  <Pair>
    <TextField hint="A short name, which cards and addresses have" {...field('code')} />
    <TextField lang="de" {...field('name')} />
  </Pair>
);

function MatrixCategoryForm({ record }: FormProps<typeof matrixCategory, null>) {
  const editor = useRecordForm(matrixCategory, { record, next: { address: addresses.matrixCategories } });
  return (
    <RecordForm editor={editor}>
      <CodeAndName field={editor.field} />
    </RecordForm>
  );
}

export const MatrixCategory = recordPage(matrixCategory, { Form: MatrixCategoryForm, unread });

function TargetGroupForm({ record }: FormProps<typeof targetGroup, null>) {
  const editor = useRecordForm(targetGroup, { record, next: { address: addresses.targetGroups } });
  return (
    <RecordForm editor={editor}>
      <CodeAndName field={editor.field} />
    </RecordForm>
  );
}

export const TargetGroup = recordPage(targetGroup, { Form: TargetGroupForm, unread });

function LevelForm({ record }: FormProps<typeof level, null>) {
  const editor = useRecordForm(level, { record, next: { address: addresses.levels } });
  return (
    <RecordForm editor={editor}>
      <CodeAndName field={editor.field} />
    </RecordForm>
  );
}

export const Level = recordPage(level, { Form: LevelForm, unread });

function DimensionForm({ record }: FormProps<typeof dimension, null>) {
  const editor = useRecordForm(dimension, { record, next: { address: addresses.dimensions } });
  return (
    <RecordForm editor={editor}>
      <TextField lang="de" {...editor.field('name')} />
    </RecordForm>
  );
}

export const Dimension = recordPage(dimension, { Form: DimensionForm, unread });
