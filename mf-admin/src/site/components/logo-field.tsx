import { Button } from '@ki/shared/ui/button.tsx';
import { FieldNotes, useControlIds } from '@ki/shared/ui/form/field-frame.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { color, radius, space } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { checkLogo } from '../model/check-logo.ts';

const Chooser = styled.input.attrs({ type: 'file' })`
  inline-size: 100%;
  max-inline-size: 24rem;
  padding-block: ${space[2]};
  font-size: 1rem;
`;

/** The ground that pages show it on. */
const Shown = styled.img`
  inline-size: auto;
  block-size: 2rem;
  max-inline-size: 10rem;
  object-fit: contain;
  box-sizing: content-box;
  padding: ${space[2]} ${space[3]};
  border-radius: ${radius.small};
  background: ${color.banner};
`;

const Label = styled.label`
  font-weight: 600;
  line-height: 1.4;
`;

interface LogoFieldProps {
  readonly label: string;
  /** A data URL, or '' for none. */
  readonly value: string;
  readonly error?: string;
  readonly onChange: (url: string) => void;
}

export function LogoField({ label, value, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const field = {
    label,
    hint: 'PNG or SVG, up to 200 kB. It stands on the dark header in front of the name, so a light one can be seen best.',
    error: problem ?? error,
  };
  const { control, hintId, errorId } = useControlIds(field, undefined);

  const take = async (file: File | undefined) => {
    if (!file) return;
    const checked = await checkLogo(file);
    setProblem('problem' in checked ? checked.problem : null);
    if ('url' in checked) onChange(checked.url);
  };
  const remove = () => {
    setProblem(null);
    onChange('');
  };

  return (
    <Stack $gap={1}>
      <Label htmlFor={control.id}>{label}</Label>
      <Cluster>
        {value && <Shown src={value} alt="Current logo" />}
        <Chooser
          {...control}
          accept=".png,.svg,image/png,image/svg+xml"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {value && (
          <Button variant="secondary" size="small" onClick={remove}>
            Remove the image
          </Button>
        )}
      </Cluster>
      <FieldNotes hint={field.hint} error={field.error} hintId={hintId} errorId={errorId} />
    </Stack>
  );
}
