import { Button } from '@ki/shared/ui/button.tsx';
import { type ReactNode, useSyncExternalStore } from 'react';
import { asBlock, pastedMarkdown, replacePart } from './model/pasted-markdown.ts';
import type { UndescribedProps } from './undescribed-pictures.tsx';

interface Pasted extends Pick<UndescribedProps, 'target' | 'text'> {
  readonly plain: string;
  readonly from: number;
}

/** Makes Markdown of a pasted text, and says so. */
export function pastedText({ html, ...pasted }: Pasted & { readonly html: string }): ReactNode {
  const { plain, from, target } = pasted;
  const made = pastedMarkdown(html, plain);
  const done = made && replacePart(target(), from, plain, asBlock(made.markdown));
  return done && <PastedText {...pasted} {...done} notes={made.notes} />;
}

/** Shows something as long as the Markdown is there. */
function PastedText(props: Pasted & { readonly part: string; readonly notes: readonly string[] }) {
  const { plain, from, target, text, part, notes } = props;
  const isThere = useSyncExternalStore(text.follow, () => text.read().includes(part));
  /** Its undo, also when something else was typed. */
  const toPlain = () => {
    const end = (replacePart(target(), from, part, () => plain)?.from ?? from) + plain.length;
    target()?.select(end, end);
  };
  if (!isThere) return null;
  return (
    <>
      {['The formatting became Markdown.', ...notes].join(' ')}{' '}
      <Button variant="secondary" size="small" onClick={toPlain}>
        Paste as Plain Text
      </Button>
    </>
  );
}
