import { site } from '@ki/shared/contract/site.ts';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Group } from '../kinds/form-fields.tsx';
import type { Option } from '../kinds/model/field.ts';
import { Note } from '../kit/part.tsx';
import { Fields } from '../records/form/fields.tsx';
import { RecordForm } from '../records/form/record-form.tsx';
import { type RecordField, useRecordForm } from '../records/form/use-record-form.ts';
import { type FormProps, recordPage } from '../records/record-page.tsx';
import { MarkdownHelp } from '../text/markdown.tsx';
import type { MatrixOptions } from './data/matrix.ts';
import { matrixWorkshop } from './matrix-record.ts';

interface GoalsProps {
  readonly dimensions: readonly Option[];
  /** Dimensions that were deleted since somebody typed a text for them. */
  readonly deleted: readonly string[];
  readonly error: string | undefined;
  readonly field: (dimension: string) => RecordField;
}

const MOVE = 'Move what you want to keep to another field, and empty this one.';

const Goals = ({ dimensions, deleted, error, field }: GoalsProps) => (
  <Group title="Learning Goals &amp; Success Criteria">
    {error && <Notice tone="error">{error}</Notice>}
    {[
      ...dimensions.map(({ id, name }) => [id, name, 'Markdown'] as const),
      ...deleted.map((id) => [id, 'Goal of a deleted dimension', MOVE] as const),
    ].map(([id, label, hint]) => (
      <TextAreaField key={id} lang="de" rows={4} {...field(id)} hint={hint} label={label} />
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
  const editor = useRecordForm(kind, editing);
  const { form, field } = editor;
  // Typing a goal renders its field alone, as long as the dimensions stay.
  const typed = useWatch({ control: form.control, name: 'goals', compute: (goals) => Object.keys(goals) });
  const deleted = typed.filter((id) => !options.dimensions.some((dimension) => dimension.id === id));
  return (
    <RecordForm editor={editor}>
      <Fields
        inputs={editor.inputs}
        options={{ categoryId: options.category, groupId: options.group, levelId: options.level }}
        own={{
          price: (binding) => <TextField {...binding} hint={`In whole ${site().currency}`} />,
          goals: ({ error }) => (
            <Goals
              dimensions={options.dimensions}
              deleted={deleted}
              error={error}
              field={(dimension) => field(`goals.${dimension}`)}
            />
          ),
        }}
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
