import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair, slugFollows } from '../kinds/form-fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { dimension, level, matrixCategory, targetGroup } from './matrix-record.ts';
import { toCode } from './model/to-code.ts';

const unread = { options: null, title: '' };

type CodedKind = typeof matrixCategory | typeof targetGroup | typeof level;

function codedPage(kind: CodedKind, list: string, edit: (row: { readonly id: string }) => string) {
  function CodedForm({ record }: FormProps<CodedKind, null>) {
    const editor = useRecordForm(kind, { record, next: { address: list }, edit });
    const { form, field, isNew } = editor;
    const withCode = slugFollows(form, 'name', 'code', isNew, toCode);
    return (
      <RecordForm editor={editor}>
        <Pair>
          <TextField lang="de" {...withCode(field('name'))} />
          <TextField hint="A short name, which cards and addresses have" {...field('code')} />
        </Pair>
      </RecordForm>
    );
  }
  return recordPage(kind, { Form: CodedForm, unread });
}

export const MatrixCategory = codedPage(matrixCategory, addresses.matrixCategories, addresses.editMatrixCategory);
export const TargetGroup = codedPage(targetGroup, addresses.targetGroups, addresses.editTargetGroup);
export const Level = codedPage(level, addresses.levels, addresses.editLevel);

function DimensionForm({ record }: FormProps<typeof dimension, null>) {
  const editor = useRecordForm(dimension, {
    record,
    next: { address: addresses.dimensions },
    edit: addresses.editDimension,
  });
  return (
    <RecordForm editor={editor}>
      <TextField lang="de" {...editor.field('name')} />
    </RecordForm>
  );
}

export const Dimension = recordPage(dimension, { Form: DimensionForm, unread });
