import { SelectField, type SelectFieldProps } from '@ki/shared/ui/form/select-field.tsx';
import { TextField, type TextFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { from, size, space } from '@ki/shared/ui/theme.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled, { css } from 'styled-components';
import { Note } from '../kit/part.tsx';
import type { Option } from './model/field.ts';

export const Options = ({ options }: { readonly options: readonly Option[] }) =>
  options.map(({ id, name }) => (
    <option key={id} value={id} lang="de">
      {name}
    </option>
  ));

/** In place of categories that could not be read. */
export const UNREAD: readonly Option[] = [];

export interface ReferenceFieldProps extends Omit<SelectFieldProps, 'children'> {
  readonly options: readonly Option[];
  /** The screen where they are added. */
  readonly manage: string;
}

const isMissing = ({ options }: Pick<ReferenceFieldProps, 'options'>) => options.length === 0 && options !== UNREAD;

/** A category that a record may have. */
export const CategoryField = ({ options, manage, hint, ...binding }: ReferenceFieldProps) => (
  <SelectField
    {...binding}
    hint={
      hint ??
      (isMissing({ options }) && (
        <>
          There are no categories yet. <Link to={manage}>Add one at Categories</Link>
        </>
      ))
    }
  >
    <option value="">No category</option>
    <Options options={options} />
  </SelectField>
);

/** A record that has to be chosen. */
export const ChoiceField = ({ options, manage, ...binding }: ReferenceFieldProps) => (
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

export const plainFieldset = css`
  min-inline-size: 0;
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

/** Two fields in a row, or `$count`, where there is room. */
export const Pair = styled.div<{ readonly $count?: number }>`
  display: grid;
  gap: ${space[5]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: repeat(${({ $count = 2 }) => $count}, minmax(0, 1fr));
  }
`;
