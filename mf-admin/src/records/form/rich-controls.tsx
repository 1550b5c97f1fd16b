import { PictureField } from '../../media/picture-field.tsx';
import { MarkdownHelp } from '../../text/markdown.tsx';
import { MarkdownField } from '../../text/markdown-field.tsx';
import type { RichControls } from './fields.tsx';

/** The controls of texts and pictures: only forms with such fields load them. */
export const RICH: RichControls = {
  markdown: ({ name, binding, form }) => <MarkdownField {...binding} form={form} name={name} />,
  picture: ({ name, binding, form }) => <PictureField {...binding} form={form} name={name} />,
  help: <MarkdownHelp />,
};
