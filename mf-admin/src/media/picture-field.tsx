import type { Result } from '@ki/shared/contract/result.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { FieldNotes, useControlIds } from '@ki/shared/ui/form/field-frame.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { CardArt } from '@ki/shared/ui/media/picture.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { radius } from '@ki/shared/ui/theme.ts';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { type FieldPath, type FieldPathValue, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import styled from 'styled-components';
import { plainFieldset } from '../kinds/form-fields.tsx';
import { Note } from '../kit/part.tsx';
import { useLatestRead } from '../kit/use-latest-read.ts';
import { type LibraryPicture, readPicture } from './data/library.ts';
import type { DescribePictureProps } from './describe-picture.tsx';
import { lacksAlt } from './model/picture-record.ts';

export const ChoosePicture = lazy(async () => ({
  default: (await import(/* webpackChunkName: "admin-choose-picture" */ './choose-picture.tsx')).ChoosePicture,
}));

const DescribePicture = lazy<ComponentType<DescribePictureProps>>(async () => {
  const load = import(/* webpackChunkName: "admin-describe-picture" */ './describe-picture.tsx');
  return { default: (await load.catch(console.error))?.DescribePicture ?? (() => null) };
});

const Frame = styled.fieldset`
  ${plainFieldset}

  > legend {
    padding: 0;
    font-weight: 600;
    line-height: 1.4;
  }
`;

const Shown = styled.div`
  inline-size: min(20rem, 100%);
  overflow: clip;
  border-radius: ${radius.medium};
`;

interface PictureFieldProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values, unknown, Values>;
  readonly name: FieldPath<Values>;
  readonly label: string;
  readonly error?: string | undefined;
  /** The drawn cover of this title stays without a picture. */
  readonly hint?: string | undefined;
}

/** A picture of the library: chosen in a dialog, shown as a card shows it, and removed. */
export function PictureField<Values extends FieldValues>(props: PictureFieldProps<Values>) {
  const { form, name, label, error, hint } = props;
  const id: string = useWatch({ control: form.control, name }) ?? '';
  const [isOpen, setIsOpen] = useState(false);
  const { last, reload } = useLatestRead(id || null, (client) => readPicture(client, id));
  const { control, hintId, errorId } = useControlIds({ label, hint, error }, undefined);
  const set = (value: string) => {
    form.setValue(name, value as FieldPathValue<Values, FieldPath<Values>>, { shouldDirty: true, shouldTouch: true });
    form.clearErrors(name);
    setIsOpen(false);
  };
  return (
    <Frame>
      <legend>{label}</legend>
      <Stack $gap={3}>
        {last?.key === id && <ChosenPicture result={last.result} onDescribed={reload} />}
        <Cluster>
          <Button {...control} variant="secondary" size="small" onClick={() => setIsOpen(true)}>
            {id === '' ? 'Choose a Picture' : 'Choose Another Picture'}
          </Button>
          {id !== '' && (
            <Button variant="quiet" size="small" onClick={() => set('')}>
              Remove the Picture
            </Button>
          )}
        </Cluster>
        <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
      </Stack>
      {isOpen && (
        <Suspense fallback={null}>
          <ChoosePicture onChoose={(picture) => set(picture.id)} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Frame>
  );
}

interface ChosenPictureProps {
  readonly result: Result<LibraryPicture>;
  readonly onDescribed: () => void;
}

function ChosenPicture({ result, onDescribed }: ChosenPictureProps) {
  const [typed] = useState(() => new Map<string, string>());
  if (!result.ok) {
    return (
      <Notice tone="warning">
        {result.code === 'not_found'
          ? 'The picture was deleted. The drawn cover is shown in its place.'
          : 'The picture could not be loaded. It stays chosen.'}
      </Notice>
    );
  }
  const { title, alt, isDecorative, shown } = result.data;
  return (
    <>
      <Shown>
        <CardArt title={title} picture={{ ...shown, alt: alt || title, isDecorative: false }} sizes="20rem" />
      </Shown>
      <Note lang="de">{alt || title}</Note>
      {lacksAlt({ alt, isDecorative }) && (
        <Notice tone="warning" title="It has no alternative text.">
          A draft can be stored with it, but not published.
        </Notice>
      )}
      <Suspense fallback={null}>
        {lacksAlt({ alt, isDecorative }) && (
          <DescribePicture id={result.data.id} typed={typed} onDescribed={onDescribed} />
        )}
      </Suspense>
    </>
  );
}
