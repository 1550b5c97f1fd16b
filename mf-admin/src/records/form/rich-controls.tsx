import { memo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { PictureField } from '../../media/picture-field.tsx';
import { MarkdownHelp } from '../../text/markdown.tsx';
import { MarkdownField } from '../../text/markdown-field.tsx';
import type { RichControls } from './fields.tsx';

/** It reads its value itself: changes of the form around do not render it. */
const Picture = memo(PictureField<FieldValues>);

/** The controls of texts and pictures: only forms with such fields load them. */
export const RICH: RichControls = {
  markdown: ({ name, binding, form }) => <MarkdownField {...binding} form={form} name={name} />,
  picture: ({ name, binding: { label, hint, error }, form }) => <Picture {...{ form, name, label, hint, error }} />,
  help: <MarkdownHelp />,
};
