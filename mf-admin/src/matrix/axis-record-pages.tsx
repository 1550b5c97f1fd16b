import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { addresses } from '../addresses.ts';
import { Pair, slugFollows } from '../records/form/form-fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { dimension, level, matrixCategory, targetGroup } from './matrix-record.ts';
import { toCode } from './model/to-code.ts';

const unread = { options: null, title: '' };

interface NameAndCodeProps {
  readonly editor: Pick<ReturnType<typeof useRecordForm<typeof matrixCategory>>, 'form' | 'field' | 'isNew'>;
}

function NameAndCode({ editor: { form, field, isNew } }: NameAndCodeProps) {
  const withCode = slugFollows(form, 'name', 'code', isNew, toCode);
  return (
    <Pair>
      <TextField lang="de" {...withCode(field('name'))} />
      <TextField hint="A short name, which cards and addresses have" {...field('code')} />
    </Pair>
  );
}

function MatrixCategoryForm({ record }: FormProps<typeof matrixCategory, null>) {
  const editor = useRecordForm(matrixCategory, {
    record,
    next: { address: addresses.matrixCategories },
    edit: addresses.editMatrixCategory,
  });
  return (
    <RecordForm editor={editor}>
      <NameAndCode editor={editor} />
    </RecordForm>
  );
}

export const MatrixCategory = recordPage(matrixCategory, { Form: MatrixCategoryForm, unread });

function TargetGroupForm({ record }: FormProps<typeof targetGroup, null>) {
  const editor = useRecordForm(targetGroup, {
    record,
    next: { address: addresses.targetGroups },
    edit: addresses.editTargetGroup,
  });
  return (
    <RecordForm editor={editor}>
      <NameAndCode editor={editor} />
    </RecordForm>
  );
}

export const TargetGroup = recordPage(targetGroup, { Form: TargetGroupForm, unread });

function LevelForm({ record }: FormProps<typeof level, null>) {
  const editor = useRecordForm(level, {
    record,
    next: { address: addresses.levels },
    edit: addresses.editLevel,
  });
  return (
    <RecordForm editor={editor}>
      <NameAndCode editor={editor} />
    </RecordForm>
  );
}

export const Level = recordPage(level, { Form: LevelForm, unread });

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
