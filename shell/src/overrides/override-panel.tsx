import type { Platform } from '@ki/shared/contract/registry.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type FormEvent, useState } from 'react';
import styled from 'styled-components';
import { overridesOf } from './overrides.ts';
import { useSetOverrides } from './set-overrides.ts';

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
  readonly likely: string | undefined;
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly onSubmit: (remote: string, origin: string) => void;
}

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

const List = styled.ul`
  display: grid;
  gap: ${space[2]};
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Item = styled.li`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[2]} ${space[4]};
  padding: ${space[3]} ${space[4]};
  border-radius: ${radius.medium};
  background: ${color.sunken};
  overflow-wrap: anywhere;
`;

const Hint = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
`;

interface OverridePanelProps {
  readonly platform: Platform;
  readonly owner: string | undefined;
  readonly onClose: () => void;
}

export function OverridePanel({ platform, owner, onClose }: OverridePanelProps) {
  const { busy, refusal, setOverrides } = useSetOverrides();
  const current = overridesOf(platform);
  const without = (name: string) => Object.fromEntries(Object.entries(current).filter(([other]) => other !== name));

  return (
    <Dialog open onClose={onClose} title="Overrides" closeLabel="Close" lang="en">
      <Stack $gap={5}>
        <p>See a remote that you work on inside this platform. Nobody but this browser gets it.</p>
        {Object.keys(current).length > 0 && (
          <List aria-label="Overrides that are on">
            {Object.entries(current).map(([name, origin]) => (
              <Item key={name}>
                <span>
                  <strong>{name}</strong> from {origin}
                </span>
                <Button
                  variant="secondary"
                  size="small"
                  busy={busy}
                  aria-label={`End override of ${name}`}
                  onClick={() => setOverrides(without(name))}
                >
                  End
                </Button>
              </Item>
            ))}
          </List>
        )}
        <OverrideForm
          remotes={Object.keys(platform.remotes)}
          likely={owner}
          busy={busy}
          refusal={refusal}
          onSubmit={(remote, origin) => setOverrides({ ...current, [remote]: origin })}
        />
        <Hint>An override ends here, with the banner's button, or by itself after twelve hours.</Hint>
      </Stack>
    </Dialog>
  );
}
