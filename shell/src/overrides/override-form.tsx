import { Button } from '@ki/shared/ui/button.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { from, space } from '@ki/shared/ui/theme.ts';
import { type FormEvent, useState } from 'react';
import styled from 'styled-components';

const Fields = styled.form`
  display: grid;
  gap: ${space[4]};
  align-items: start;

  ${from.medium} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr);
  }

  > :last-child {
    justify-self: start;
  }
`;

interface OverrideFormProps {
  readonly remotes: readonly string[];
  /** Chosen at first. */
  readonly likely: string | undefined;
  readonly busy: boolean;
  /** Why the origin was not taken. */
  readonly refusal: string | null;
  readonly onSubmit: (remote: string, origin: string) => void;
}

/** Chooses a remote and the development server that it is run from. */
export function OverrideForm({ remotes, likely, busy, refusal, onSubmit }: OverrideFormProps) {
  const [remote, setRemote] = useState(likely ?? remotes[0] ?? '');
  const [origin, setOrigin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(remote, origin.trim());
  };
  return (
    <Fields onSubmit={submit}>
      <SelectField label="Remote" value={remote} onChange={(event) => setRemote(event.target.value)}>
        {remotes.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label="Origin"
        type="url"
        inputMode="url"
        required
        placeholder="http://127.0.0.1:4001"
        hint="Where its development server answers."
        error={refusal}
        value={origin}
        onChange={(event) => setOrigin(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        Run from there
      </Button>
    </Fields>
  );
}
