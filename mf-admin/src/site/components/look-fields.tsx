import { Button } from '@ki/shared/ui/button.tsx';
import { FieldFrame } from '@ki/shared/ui/form/field-frame.tsx';
import { TextField, type TextFieldProps } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { Correction, Palette } from '@ki/shared/ui/palette/palette.ts';
import { color, font, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { checkLogo } from '../model/check-logo.ts';

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[2]};
  align-items: start;
`;

/** As high as the field beside it, below a line as high as its label. */
const Picker = styled.input.attrs({ type: 'color' })`
  inline-size: 3.5rem;
  block-size: 2.875rem;
  margin-block-start: calc(1.4em + ${space[1]});
  padding: ${space[1]};
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
  background: ${color.surface};
  cursor: pointer;
`;

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[1]} ${space[4]};
  font-size: ${size.tiny};

  li {
    display: flex;
    align-items: center;
    gap: ${space[2]};
  }

  code {
    font-family: ${font.code};
  }
`;

const Sample = styled.span`
  inline-size: 1.5rem;
  block-size: 1.5rem;
  border: 1px solid ${color.edge};
  border-radius: ${radius.small};
`;

export type Used = readonly (readonly [what: string, hex: string])[];

const Swatches = ({ used }: { readonly used: Used }) => (
  <List>
    {used.map(([what, hex]) => (
      <li key={what}>
        <Sample style={{ background: hex }} />
        <span>
          {what} <code>{hex}</code>
        </span>
      </li>
    ))}
  </List>
);

const WHERE = { brand: 'White text on it', accent: 'On the dark header and banner it' } as const;

const Corrected = ({ color: which, use, used, asked, contrast }: Correction) =>
  use === 'mark' ? (
    <Notice tone="warning" title={`${used} is used in place of ${asked} for marks on light pages.`}>
      On their grounds it would have a contrast of {contrast.toFixed(1)}:1. Lines and marks can be seen from 3:1 on.
    </Notice>
  ) : (
    <Notice tone="warning" title={`${used} is used in place of ${asked}.`}>
      {WHERE[which]} would have a contrast of {contrast.toFixed(1)}:1. Texts can be read from 4.5:1 on.
    </Notice>
  );

interface ColorFieldProps extends TextFieldProps {
  readonly pickLabel: string;
  readonly value: string;
  readonly onPick: (hex: string) => void;
  readonly color: Correction['color'];
  readonly palette: Palette;
  readonly used: Used;
}

export function ColorField({ pickLabel, value, onPick, color: which, palette, used, ...field }: ColorFieldProps) {
  const corrections = palette.corrections.filter((one) => one.color === which);
  const [correction] = corrections;
  return (
    <Stack $gap={2}>
      <Row>
        <TextField {...field} value={value} spellCheck={false} autoComplete="off" />
        <Picker
          aria-label={pickLabel}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onPick(event.target.value)}
        />
      </Row>
      {corrections.map((one) => (
        <Corrected key={one.use} {...one} />
      ))}
      <Swatches used={correction ? [['Asked for', correction.asked], ...used] : used} />
    </Stack>
  );
}

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

interface LogoFieldProps {
  readonly label: string;
  /** A data URL, or '' for none. */
  readonly value: string;
  readonly error?: string;
  readonly onChange: (url: string) => void;
}

export function LogoField({ label, value, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
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
    <FieldFrame
      label={label}
      hint="PNG or SVG, up to 200 kB. It stands on the dark header in front of the name, so a light one can be seen best."
      error={problem ?? error}
    >
      {(control) => (
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
      )}
    </FieldFrame>
  );
}
