import { type Control, useWatch } from 'react-hook-form';
import { MarkdownPreview } from '../../records/form/markdown-preview.tsx';
import type { PostValues } from '../post-record.ts';

/** The post's text while it is typed. */
export function Preview({ control }: { readonly control: Control<PostValues> }) {
  return <MarkdownPreview heading="Preview" source={useWatch({ control, name: 'content' })} />;
}
