import { TextField, type TextFieldProps } from '@ki/shared/ui/text-field.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 9rem));
  gap: ${space[3]};
  min-inline-size: 0;
  margin: 0;
  padding: 0;
  border: 0;

  > legend {
    padding: 0;
    margin-block-end: ${space[1]};
    font-weight: 600;
    line-height: 1.4;
  }
`;

type Binding = Omit<TextFieldProps, 'label' | 'type'>;

/** How long something takes, in whole hours and minutes. */
export function DurationField({ hours, minutes }: { readonly hours: Binding; readonly minutes: Binding }) {
  return (
    <Group>
      <legend>Duration</legend>
      <TextField {...hours} label="Hours" type="number" inputMode="numeric" min={0} max={23} step={1} />
      <TextField {...minutes} label="Minutes" type="number" inputMode="numeric" min={0} max={59} step={1} />
    </Group>
  );
}
