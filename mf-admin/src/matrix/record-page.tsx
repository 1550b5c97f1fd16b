import { site } from '@ki/shared/contract/site.ts';
import { SelectField, type SelectFieldProps } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { Group, Options, Pair } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/fields.ts';
import { Note } from '../kit/part.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { MarkdownHelp } from '../text/markdown.tsx';
import type { MatrixOptions } from './data/workshops.ts';
import { matrixWorkshop } from './matrix-record.ts';

const Axes = styled.div`
  display: grid;
  gap: ${space[5]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;

interface AxisFieldProps extends Omit<SelectFieldProps, 'children'> {
  readonly options: readonly Option[];
  /** Where values are added. */
  readonly manage: string;
}

const AxisField = ({ options, manage, ...binding }: AxisFieldProps) => (
  <Stack $gap={2}>
    <SelectField {...binding}>
      <option value="">Choose…</option>
      <Options options={options} />
    </SelectField>
    {options.length === 0 && (
      <Note>
        There are none yet. <Link to={manage}>Add one</Link>; what you typed here stays.
      </Note>
    )}
  </Stack>
);

interface GoalsProps {
  readonly dimensions: readonly Option[];
  /** Dimensions that were deleted since somebody typed a text for them. */
  readonly deleted: readonly string[];
  readonly error: string | undefined;
  readonly field: (dimension: string) => RecordField;
}

const Goals = ({ dimensions, deleted, error, field }: GoalsProps) => (
  <Group title="Learning Goals &amp; Success Criteria">
    {error && <Notice tone="error">{error}</Notice>}
    {dimensions.map(({ id, name }) => (
      <TextAreaField key={id} lang="de" rows={4} hint="Markdown" {...field(id)} label={name} />
    ))}
    {deleted.map((id) => (
      <TextAreaField
        key={id}
        lang="de"
        rows={4}
        hint="Move what you want to keep to another field, and empty this one."
        {...field(id)}
        label="Goal of a deleted dimension"
      />
    ))}
    {dimensions.length > 0 ? (
      <MarkdownHelp />
    ) : (
      <Note>
        Each dimension has a field for its goal here. There are none yet:{' '}
        <Link to={addresses.dimensions}>Dimensions</Link>
      </Note>
    )}
  </Group>
);

type Given = FormProps<typeof matrixWorkshop, unknown>['record'];

const useFilled = (given: Given, blank: Readonly<Record<string, string>>) =>
  useMemo(
    () => given && { ...given, values: { ...given.values, goals: { ...blank, ...given.values.goals } } },
    [given, blank],
  );

/** The form has a field for each dimension, in which a new workshop, or one from before it, has no text. */
function useGoals(dimensions: readonly Option[], record: Given, copied: Given = null) {
  const blank = useMemo(() => Object.fromEntries(dimensions.map(({ id }) => [id, ''])), [dimensions]);
  const kind = useMemo(() => ({ ...matrixWorkshop, initial: { ...matrixWorkshop.initial, goals: blank } }), [blank]);
  return { kind, record: useFilled(record, blank), copied: useFilled(copied, blank) };
}

function MatrixWorkshopForm({ options, ...given }: FormProps<typeof matrixWorkshop, MatrixOptions>) {
  const { kind, ...editing } = useGoals(options.dimensions, given.record, given.copied);
  const editor = useRecordForm(kind, {
    ...editing,
    next: { address: addresses.matrix },
    edit: addresses.editMatrixWorkshop,
  });
  const { form, field } = editor;
  // Typing a goal renders its field alone, as long as the dimensions stay.
  const typed = useWatch({ control: form.control, name: 'goals', compute: (goals) => Object.keys(goals) });
  const deleted = typed.filter((id) => !options.dimensions.some((dimension) => dimension.id === id));
  return (
    <RecordForm editor={editor}>
      <TextField lang="de" {...field('title')} />
      <Pair>
        <TextField inputMode="decimal" hint="In hours, such as 3.5" {...field('hours')} />
        <TextField inputMode="numeric" hint={`In whole ${site().currency}`} {...field('price')} />
      </Pair>
      <Axes>
        <AxisField options={options.category} manage={addresses.matrixCategories} {...field('categoryId')} />
        <AxisField options={options.group} manage={addresses.targetGroups} {...field('groupId')} />
        <AxisField options={options.level} manage={addresses.levels} {...field('levelId')} />
      </Axes>
      <TextAreaField lang="de" rows={3} hint="Empty: none" {...field('prerequisites')} />
      <Goals
        dimensions={options.dimensions}
        deleted={deleted}
        error={field('goals').error}
        field={(dimension) => field(`goals.${dimension}`)}
      />
    </RecordForm>
  );
}

export const Component = recordPage(matrixWorkshop, {
  Form: MatrixWorkshopForm,
  unread: {
    options: { category: [], group: [], level: [], dimensions: [] },
    title: 'The axes of the matrix could not be loaded.',
  },
  hasParts: true,
});
