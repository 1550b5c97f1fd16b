import { Button } from '@ki/shared/ui/button.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { TextAreaField } from '@ki/shared/ui/form/text-field.tsx';
import { useState } from 'react';
import { changeRecord } from '../kinds/data/records.ts';
import { ActionDialog, isTypedSince, TypedSince } from '../kit/action-dialog.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { useOperation } from '../kit/use-operation.ts';
import type { LibraryPicture } from './data/library.ts';
import { picture as kind } from './model/picture-record.ts';

interface DescribePictureProps {
  readonly picture: Pick<LibraryPicture, 'id' | 'title'>;
  readonly onDescribed: () => void;
}

/** Stores an alternative text in the library without leaving the form. */
export function DescribePicture({ picture: { id, title }, onDescribed }: DescribePictureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasMore, setHasMore] = useState(false);
  const { run, busy, failed, error } = useOperation(async (input: FormData, form: HTMLFormElement) => {
    setHasMore(false);
    const change = { alt: String(input.get('alt')).trim(), isDecorative: input.has('decorative') };
    await asStaff((client) => changeRecord(client, kind, id, change, ['alt', 'isDecorative']));
    if (isTypedSince(input, form)) setHasMore(true);
    else setIsOpen(false);
    onDescribed();
  });
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Describe It
      </Button>
      {isOpen && (
        <ActionDialog
          title="Describe the picture"
          action="Save Description"
          busy={busy}
          onSubmit={(input, form) => void run(input, form)}
          onClose={() => setIsOpen(false)}
        >
          <p lang="de">{title}</p>
          <TextAreaField
            label="Alternative Text"
            name="alt"
            lang="de"
            rows={3}
            hint="Says what the picture shows to those who cannot see it."
          />
          <CheckboxField
            label="Decorative"
            name="decorative"
            hint="The picture says nothing that the text does not say."
          />
          {hasMore && <TypedSince />}
          {failed && <FailureNotice error={error} />}
        </ActionDialog>
      )}
    </>
  );
}
