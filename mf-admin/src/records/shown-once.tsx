import { Button } from '@ki/shared/ui/button.tsx';
import { copyText } from '@ki/shared/ui/copy-text.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { useState } from 'react';

export interface ShownOnceProps {
  /** What was made, as a sentence. */
  readonly title: string;
  /** What to do with it now. */
  readonly advice: string;
  readonly label: string;
  /** Nobody can ask for it again. */
  readonly secret: string;
  /** On the button that copies it. */
  readonly copy: string;
}

const COPIED = {
  untried: '',
  copied: 'Copied.',
  refused: 'The browser does not allow it. Select the text and copy it.',
} as const;

/** A link or token that was just made, for whoever made it. */
export function ShownOnce({ title, advice, label, secret, copy }: ShownOnceProps) {
  const [copied, setCopied] = useState<keyof typeof COPIED>('untried');
  return (
    <Stack>
      <Notice tone="success" title={title}>
        {advice}
      </Notice>
      <TextField label={label} value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <Button variant="secondary" onClick={async () => setCopied((await copyText(secret)) ? 'copied' : 'refused')}>
          {copy}
        </Button>
      </div>
      <p role="status">{COPIED[copied]}</p>
    </Stack>
  );
}
