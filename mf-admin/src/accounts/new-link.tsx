import { Button } from '@ki/shared/ui/button.tsx';
import { copyText } from '@ki/shared/ui/copy-text.ts';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { useState } from 'react';

export interface NewLinkProps {
  readonly email: string;
  readonly link: string;
}

const COPIED = {
  untried: '',
  copied: 'Copied.',
  refused: 'The browser does not allow it. Select the link and copy it.',
} as const;

/** The link of an invitation that was just made, to be sent by whoever made it. */
export function NewLink({ email, link }: NewLinkProps) {
  const [copied, setCopied] = useState<keyof typeof COPIED>('untried');
  return (
    <Stack>
      <Notice tone="success" title={`${email} is invited.`}>
        Send this link yourself: no mail goes out. It is shown this once, works once, and for seven days.
      </Notice>
      <TextField label="Invitation link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <Button variant="secondary" onClick={async () => setCopied((await copyText(link)) ? 'copied' : 'refused')}>
          Copy Link
        </Button>
      </div>
      <p role="status">{COPIED[copied]}</p>
    </Stack>
  );
}
