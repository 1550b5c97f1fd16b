import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { CategoryField, ChoiceField, DurationField, Pair } from '../../kinds/form-fields.tsx';
import type { Field, FieldKind, Option } from '../../kinds/model/field.ts';
import { publicationState } from '../../kinds/model/publication.ts';
import { localTimeHint, momentOf } from '../../kit/model/zones.ts';
import type { RecordEditor, RecordField } from './use-record-form.ts';

/** All that fields are drawn from, as a form has it. */
interface Inputs<Fields> extends Pick<RecordEditor, 'texts' | 'isNew' | 'view'> {
  readonly fields: Fields;
  readonly field: (name: never) => RecordField;
  readonly form: unknown;
  readonly stored: object | undefined;
}

interface ControlProps {
  readonly name: string;
  readonly field: Field;
  readonly binding: RecordField;
  readonly bind: (name: string) => RecordField;
  readonly form: UseFormReturn<FieldValues, unknown, FieldValues>;
  readonly inputs: Pick<Inputs<unknown>, 'texts' | 'isNew' | 'view' | 'stored'>;
  readonly options: readonly Option[];
}

type Control = (props: ControlProps) => ReactNode;

export interface RichControls extends Readonly<Record<'markdown' | 'picture', Control>> {
  readonly help: ReactNode;
}

const asText: Control = ({ binding }) => <TextField {...binding} />;
const asArea: Control = ({ binding }) => <TextAreaField {...binding} />;

const storedIn = (stored: object | undefined, name: string): unknown =>
  (stored as Readonly<Record<string, unknown>> | undefined)?.[name];

/** The zone of a `datetime-local` field, then the rest. Typing renders this, not the form. */
function MomentHint({ form, name, inputs: { isNew, stored, texts } }: Pick<ControlProps, 'form' | 'name' | 'inputs'>) {
  const input: string = useWatch({ control: form.control, name });
  const before = storedIn(stored, name);
  const kept = `A later date schedules the ${texts.noun.toLowerCase()}. Save Draft keeps it unpublished.`;
  const rest = isNew ? `Empty: published now. ${kept}` : 'Empty: a draft.';
  const at = typeof before === 'string' ? before : null;
  const isPublic = publicationState(at) === 'published';
  return (
    <>
      {isPublic && publicationState(momentOf(input, at)) === 'scheduled' && (
        <strong>
          Visitors do not see it until then. To keep it public and change it then, press Schedule Changes.{' '}
        </strong>
      )}
      {`${localTimeHint(input, at)}. ${rest}`}
    </>
  );
}

/** The database leaves a redirect at the former address of what visitors see. */
function SlugHint({ form, name, field: { hint = '' }, inputs: { view, stored } }: Omit<ControlProps, 'binding'>) {
  const typed: string = useWatch({ control: form.control, name });
  const isChanged = view && typed.trim() !== '' && typed.trim() !== storedIn(stored, name);
  return isChanged ? `${hint}. ${decodeURIComponent(view)} will lead there.` : hint;
}

const asSlug: Control = ({ binding, ...field }) => <TextField {...binding} hint={<SlugHint {...field} />} />;

const asMoment: Control = ({ binding, ...field }) => <TextField {...binding} hint={<MomentHint {...field} />} />;

/** The control of each kind of field, but for rich ones. */
const CONTROLS: Readonly<Record<Exclude<FieldKind, 'markdown' | 'picture'>, Control>> = {
  text: asText,
  shaped: asText,
  slug: asSlug,
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

const NONE: readonly Option[] = [];

export interface FieldsProps<Fields> {
  readonly inputs: Inputs<Fields>;
  /** `RICH`, where a field is a text of Markdown or a picture. */
  readonly rich?: RichControls | undefined;
  /** By default all fields of the record, in its order. */
  readonly names?: readonly (keyof Fields & string)[];
  readonly options?: { readonly [Name in keyof Fields]?: readonly Option[] } | undefined;
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

const messagesIn = (errors: object = {}): string =>
  'message' in errors
    ? String(errors.message)
    : Object.values(errors)
        .map((error) => messagesIn(error ?? {}))
        .join('\n');

interface FieldControlProps extends Omit<ControlProps, 'field' | 'binding' | 'bind'> {
  readonly inputs: Inputs<Readonly<Record<string, Field>>>;
  readonly rich: RichControls | undefined;
  readonly special: ((binding: RecordField) => ReactNode) | undefined;
}

/** An error of a field renders its control, not the form. */
function FieldControl({ rich, special, ...props }: FieldControlProps) {
  const { name, form, inputs } = props;
  const follow = useCallback(
    (callback: () => void) => form.subscribe({ formState: { errors: true }, callback }),
    [form],
  );
  useSyncExternalStore(follow, () => messagesIn(form.getFieldState(name).error));
  const field = inputs.fields[name];
  if (!field) return null;
  const bind = (one: string) => inputs.field(one as never);
  const binding = bind(name);
  if (special) return special(binding);
  const control: Control | undefined = { ...CONTROLS, ...rich }[field.kind];
  if (!control) throw new Error(`${name} is of the kind ${field.kind}; expected its form to have the controls RICH`);
  return control({ ...props, field, binding, bind });
}

function FieldsOf<Of extends Readonly<Record<string, Field>>>(props: FieldsProps<Of>): ReactNode {
  const { inputs, names = Object.keys(props.inputs.fields), options, own, rich } = props;
  const form = inputs.form as ControlProps['form'];
  return grouped(names, inputs.fields).map((group) => {
    const controls = group.map((name) => (
      <FieldControl
        key={name}
        {...{ name, inputs, form, rich }}
        options={options?.[name as keyof Of] ?? NONE}
        special={own?.[name as keyof Of]}
      />
    ));
    const [first = ''] = group;
    if (inputs.fields[first]?.kind === 'markdown' && !own?.[first as keyof Of]) {
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

/** The fields of a record, each with the control of its kind. Other changes of a form, such as a save, do not render them. */
export const Fields = memo(FieldsOf) as typeof FieldsOf;
