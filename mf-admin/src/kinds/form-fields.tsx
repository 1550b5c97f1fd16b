import { toSlug } from '@ki/shared/format/slug.ts';
import { SelectField, type SelectFieldProps } from '@ki/shared/ui/form/select-field.tsx';
import { TextField, type TextFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { from, size, space } from '@ki/shared/ui/theme.ts';
import type { ChangeEvent, ReactNode } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import styled, { css } from 'styled-components';
import type { Option } from './model/fields.ts';

export type CategoryFieldProps = Omit<SelectFieldProps, 'children'> & {
  readonly categories: readonly Option[];
  /** The screen where they are added. */
  readonly from: string;
};

const WhereCategoriesAre = ({ from }: Pick<CategoryFieldProps, 'from'>) => (
  <>
    There are no categories yet. <Link to={from}>Add one at Categories</Link>
  </>
);

/** The options of a select, with German names. */
export const Options = ({ options }: { readonly options: readonly Option[] }) =>
  options.map(({ id, name }) => (
    <option key={id} value={id} lang="de">
      {name}
    </option>
  ));

/** In place of categories that could not be read. */
export const UNREAD: readonly Option[] = [];

export const CategoryField = ({ categories, from, hint, ...binding }: CategoryFieldProps) => (
  <SelectField
    {...binding}
    hint={hint ?? (categories.length === 0 && categories !== UNREAD && <WhereCategoriesAre from={from} />)}
  >
    <option value="">No category</option>
    <Options options={categories} />
  </SelectField>
);

export const plainFieldset = css`
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Frame = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[4]};
  ${plainFieldset}

  > legend {
    padding: 0;
    margin-block-end: ${space[3]};
    font-size: ${size.h4};
    font-weight: 600;
  }
`;

export const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Frame>
    <legend>{title}</legend>
    {children}
  </Frame>
);

const Duration = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 9rem));
  gap: ${space[3]};
  ${plainFieldset}

  > legend {
    padding: 0;
    margin-block-end: ${space[1]};
    font-weight: 600;
    line-height: 1.4;
  }
`;

type Binding = Omit<TextFieldProps, 'label' | 'type'>;

export const DurationField = ({ hours, minutes }: { readonly hours: Binding; readonly minutes: Binding }) => (
  <Duration>
    <legend>Duration</legend>
    <TextField {...hours} label="Hours" type="number" inputMode="numeric" min={0} max={23} step={1} />
    <TextField {...minutes} label="Minutes" type="number" inputMode="numeric" min={0} max={59} step={1} />
  </Duration>
);

export const Pair = styled.div`
  display: grid;
  gap: ${space[5]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface Changing {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => unknown;
}

/** Wraps the title's binding: a new record's slug, or what else `derive` makes, follows the title until it is edited. */
export function slugFollows<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  title: FieldPath<Values>,
  slug: FieldPath<Values>,
  isNew: boolean,
  derive: (text: string) => string = toSlug,
) {
  return <Binding extends Changing>(binding: Binding): Omit<Binding, 'onChange'> & Changing => ({
    ...binding,
    onChange: (event) => {
      const current: string = form.getValues(slug);
      const follows = isNew && (current === '' || current === derive(form.getValues(title)));
      const registered = binding.onChange(event);
      if (follows) {
        const value = derive(event.target.value) as FieldPathValue<Values, FieldPath<Values>>;
        form.setValue(slug, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
      }
      return registered;
    },
  });
}
