import { Button } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { type KeyboardEvent, useState } from 'react';
import { changeRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { useOperation } from '../kit/use-operation.ts';
import { picture as kind } from './model/picture-record.ts';

export interface DescribePictureProps {
  readonly id: string;
  /** The typed text of each picture by its id, also of one that is not shown at present. */
  readonly typed: Map<string, string>;
  /** Takes an alternative text in place of the library, if it can. */
  readonly write?: (alt: string) => boolean;
  readonly onDescribed: () => void;
}

/** Asks for an alternative text within a form, of which it is no part. */
export function DescribePicture({ id, typed, write, onDescribed }: DescribePictureProps) {
  const [isDecorative, setIsDecorative] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const { run, busy, failed, error } = useOperation(async () => {
    const alt = isDecorative ? '' : (typed.get(id) ?? '').trim();
    setIsRefused(alt === '' && !isDecorative);
    if (alt === '' && !isDecorative) return;
    if (isDecorative || !write?.(alt)) {
      await asStaff((client) => changeRecord(client, kind, id, { alt, isDecorative }, ['alt', 'isDecorative']));
    }
    typed.delete(id);
    onDescribed();
  });
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void run();
  };
  return (
    <Stack $gap={2}>
      <TextField
        label="Alternative Text"
        lang="de"
        hint="Says what the picture shows to those who cannot see it."
        error={isRefused ? 'Say what the picture shows, or that it is decorative.' : null}
        defaultValue={typed.get(id)}
        readOnly={busy}
        onChange={({ target: { value } }) => typed.set(id, value)}
        onKeyDown={keyDown}
      />
      <Cluster $justify="space-between">
        <CheckboxField
          label="Decorative"
          hint="The picture says nothing that the text does not say."
          checked={isDecorative}
          onChange={({ target: { checked } }) => setIsDecorative(checked)}
        />
        <Button variant="secondary" size="small" busy={busy} onClick={() => void run()}>
          Save Description
        </Button>
      </Cluster>
      {failed && <FailureNotice error={error} />}
    </Stack>
  );
}
