import { TextAreaField, type TextAreaFieldProps } from '@ki/shared/ui/text-area-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { MarkdownPreview } from './markdown-preview.tsx';

const Beside = styled.div`
  display: grid;
  gap: ${space[5]};

  ${from.large} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export type MarkdownFieldProps<Values extends FieldValues> = Omit<TextAreaFieldProps, 'form' | 'name'> & {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
};

/** A field for Markdown with its preview beside it. */
export function MarkdownField<Values extends FieldValues>({ control, name, ...rest }: MarkdownFieldProps<Values>) {
  const source: string = useWatch({ control, name });
  return (
    <Beside>
      <TextAreaField lang="de" code hint="Markdown" {...rest} name={name} />
      <MarkdownPreview heading={`Preview of ${rest.label}`} source={source} />
    </Beside>
  );
}
