import styled from 'styled-components';
import { SCHEME } from './scheme-script.ts';
import { radius, space } from './theme.ts';

const Label = styled.label`
  display: block;
  margin-block-start: ${space[5]};

  @media (scripting: none) {
    display: none;
  }

  /* It is on a deep blue ground in both schemes. */
  select {
    color-scheme: dark;
    min-block-size: 2.5rem;
    padding-inline: ${space[2]};
    border: 1px solid;
    border-radius: ${radius.small};
    background: none;
  }
`;

/** The hydration loader marks the choice where it finds a switch; one that a browser renders later asks for it. */
function showChoice(select: HTMLSelectElement | null): void {
  if (select) select.value = document.documentElement.style.colorScheme;
}

interface SchemeSwitchProps {
  readonly label: string;
  readonly names: readonly [system: string, light: string, dark: string];
  readonly className?: string;
}

export const SchemeSwitch = ({ label, names: [system, light, dark], className }: SchemeSwitchProps) => (
  <Label className={className}>
    {`${label} `}
    <select name={SCHEME} ref={showChoice}>
      <option value="">{system}</option>
      <option value="light">{light}</option>
      <option value="dark">{dark}</option>
    </select>
  </Label>
);
