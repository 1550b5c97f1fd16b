import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Fragment, type ReactNode } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { CategoryField, ChoiceField, DurationField, Pair } from '../../kinds/form-fields.tsx';
import type { Field, FieldKind, Option } from '../../kinds/model/field.ts';
import { localTimeHint } from '../../kit/model/zones.ts';
import type { RecordEditor, RecordField } from './use-record-form.ts';

interface ControlProps {
  readonly name: string;
  readonly field: Field;
  readonly binding: RecordField;
  readonly bind: (name: string) => RecordField;
  readonly form: UseFormReturn<FieldValues, unknown, FieldValues>;
  readonly editor: Pick<RecordEditor, 'record' | 'texts'>;
  readonly options: readonly Option[];
}

type Control = (props: ControlProps) => ReactNode;

export interface RichControls extends Readonly<Record<'markdown' | 'picture', Control>> {
  readonly help: ReactNode;
}

const asText: Control = ({ binding }) => <TextField {...binding} />;
const asArea: Control = ({ binding }) => <TextAreaField {...binding} />;

/** The zone of a `datetime-local` field, then the rest. Typing renders this, not the form. */
function MomentHint({ form, name, editor: { record, texts } }: Pick<ControlProps, 'form' | 'name' | 'editor'>) {
  const input: string = useWatch({ control: form.control, name });
  const stored = record?.stored[name];
  const kept = `A later date schedules the ${texts.noun.toLowerCase()}. Save Draft keeps it unpublished.`;
  const rest = record ? 'Empty: a draft.' : `Empty: published now. ${kept}`;
  return `${localTimeHint(input, typeof stored === 'string' ? stored : null)}. ${rest}`;
}

const asMoment: Control = ({ binding, ...field }) => <TextField {...binding} hint={<MomentHint {...field} />} />;

/** The control of each kind of field, but for rich ones. */
const CONTROLS: Readonly<Record<Exclude<FieldKind, 'markdown' | 'picture'>, Control>> = {
  text: asText,
  shaped: asText,
  number: asText,
  image: asText,
  area: asArea,
  lines: asArea,
  texts: () => null,
  moment: asMoment,
  flag: ({ binding }) => <CheckboxField {...binding} />,
  duration: ({ name, bind }) => <DurationField hours={bind(`${name}.hours`)} minutes={bind(`${name}.minutes`)} />,
  choice: ({ name, field: { choices = {} }, binding, form }) => (
    <SelectField {...binding} defaultValue={form.getValues(name)}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  ),
  reference: ({ field: { required, manage = '' }, binding, options }) =>
    required ? (
      <ChoiceField {...binding} options={options} manage={manage} />
    ) : (
      <CategoryField {...binding} options={options} manage={manage} />
    ),
};

interface FieldsProps<Fields> {
  readonly editor: Pick<RecordEditor, 'record' | 'texts'> & {
    readonly fields: Fields;
    readonly field: (name: never) => RecordField;
    readonly form: unknown;
  };
  /** `RICH`, where a field is a text of Markdown or a picture. */
  readonly rich?: RichControls | undefined;
  /** By default all fields of the record, in its order. */
  readonly names?: readonly (keyof Fields & string)[];
  readonly options?: { readonly [Name in keyof Fields]?: readonly Option[] };
  /** The controls that are not those of the kinds of their fields. */
  readonly own?: { readonly [Name in keyof Fields]?: (binding: RecordField) => ReactNode };
}

/** A row of fields, and texts of Markdown one below the other. */
function grouped(names: readonly string[], fields: Readonly<Record<string, Field>>): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const name of names) {
    const before = groups.at(-1);
    const isText = [before?.at(-1), name].every((one) => one !== undefined && fields[one]?.kind === 'markdown');
    if (before && (fields[name]?.isBeside || isText)) before.push(name);
    else groups.push([name]);
  }
  return groups;
}

/** The fields of a record, each with the control of its kind. */
export function Fields<Of extends Readonly<Record<string, Field>>>(props: FieldsProps<Of>) {
  const { editor, names = Object.keys(props.editor.fields), options, own, rich } = props;
  const fields: Readonly<Record<string, Field>> = editor.fields;
  const form = editor.form as ControlProps['form'];
  const bind = (name: string) => editor.field(name as never);
  const controlOf = (name: string) => {
    const field = fields[name];
    if (!field) return null;
    const [binding, special] = [bind(name), own?.[name as keyof Of]];
    if (special) return special(binding);
    const control: Control | undefined = { ...CONTROLS, ...rich }[field.kind];
    if (!control) throw new Error(`${name} is of the kind ${field.kind}; expected its form to have the controls RICH`);
    return control({ name, field, binding, bind, form, editor, options: options?.[name as keyof Of] ?? [] });
  };
  return grouped(names, fields).map((group) => {
    const controls = group.map((name) => <Fragment key={name}>{controlOf(name)}</Fragment>);
    const [first = ''] = group;
    if (fields[first]?.kind === 'markdown' && !own?.[first as keyof Of]) {
      return (
        <Stack key={first} $gap={3}>
          {controls}
          {rich?.help}
        </Stack>
      );
    }
    if (group.length === 1) return controls;
    return (
      <Pair key={first} $count={group.length}>
        {controls}
      </Pair>
    );
  });
}
