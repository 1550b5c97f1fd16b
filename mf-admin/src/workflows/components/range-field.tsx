import { controlStyle } from '@ki/shared/ui/control-style.ts';
import { FieldFrame } from '@ki/shared/ui/field-frame.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import type { ComponentProps } from 'react';
import styled from 'styled-components';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[3]};

  output {
    min-inline-size: 1.5em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
`;

const Range = styled.input`
  ${controlStyle}
  flex: 1;
  min-inline-size: 0;
  accent-color: ${color.brand};
`;

export interface RangeFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'children'> {
  readonly label: string;
  /** Shown beside the slider. */
  readonly current: string;
}

export function RangeField({ label, current, ...rest }: RangeFieldProps) {
  return (
    <FieldFrame label={label} id={rest.id}>
      {(control) => (
        <Row>
          <Range {...rest} {...control} type="range" />
          <output htmlFor={control.id}>{current}</output>
        </Row>
      )}
    </FieldFrame>
  );
}
