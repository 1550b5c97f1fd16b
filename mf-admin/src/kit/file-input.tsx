import { controlStyle } from '@ki/shared/ui/form/field-frame.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import type { ComponentProps, DragEvent } from 'react';
import styled from 'styled-components';

const Input = styled.input`
  ${controlStyle}
  flex: 1;
  min-block-size: 8rem;
  padding: ${space[5]} ${space[4]};
  border-style: dashed;
  border-radius: ${radius.medium};
  background: ${color.ground};
  cursor: pointer;

  &::file-selector-button {
    min-block-size: 2.25rem;
    margin-inline-end: ${space[3]};
    padding: 0.125rem ${space[4]};
    border: 1px solid ${color.edge};
    border-radius: ${radius.round};
    background: ${color.surface};
    color: ${color.link};
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
`;

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onDrop' | 'onDragOver' | 'onChange'> {
  readonly onChoose: (input: HTMLInputElement) => void;
}

export function FileInput({ onChoose, ...rest }: FileInputProps) {
  const drop = (event: DragEvent<HTMLInputElement>) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) event.currentTarget.files = event.dataTransfer.files;
    onChoose(event.currentTarget);
  };
  return (
    <Input
      {...rest}
      type="file"
      onChange={(event) => onChoose(event.currentTarget)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    />
  );
}
