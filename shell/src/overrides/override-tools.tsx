import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionKnown } from '@ki/shared/session/session-store.ts';
import { Button } from '@ki/shared/ui/button.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { color, from, layer, radius, size, space } from '@ki/shared/ui/theme.ts';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { useShell } from '../app/shell-context.ts';
import { OVERRIDES_PARAMETER, OVERRIDES_PATH, type Overrides, overridesOf } from './overrides.ts';

async function accessToken(): Promise<string | undefined> {
  if ((await sessionKnown()).status !== 'signed-in') return undefined;
  const { data } = await (await staffClient()).auth.getSession();
  return data.session?.access_token;
}

async function sendOverrides(overrides: Overrides): Promise<string | null> {
  try {
    const token = await accessToken();
    const response = await fetch(OVERRIDES_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ overrides }),
    });
    return response.ok ? null : ((await response.json()) as { message: string }).message;
  } catch (error) {
    console.error('overrides:', error);
    return 'The shell cannot be reached. Please try again.';
  }
}

/** Sets the overrides and loads the page with them; `refusal` says why the shell did not. */
function useSetOverrides() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const setOverrides = async (wanted: Overrides) => {
    setBusy(true);
    const reason = await sendOverrides(wanted);
    setBusy(false);
    setRefusal(reason);
    if (reason === null) openAnew();
  };
  return { busy, refusal, setOverrides };
}

function openAnew(): void {
  const url = new URL(location.href);
  url.searchParams.delete(OVERRIDES_PARAMETER);
  // Assigning the same address with a hash does not reload.
  if (url.href === location.href || url.hash) {
    history.replaceState(null, '', url);
    location.reload();
  } else {
    location.assign(url);
  }
}

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

function OverrideForm({ remotes, likely, busy, refusal, onSubmit }: OverrideFormProps) {
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

function OverridePanel({ onClose }: { readonly onClose: () => void }) {
  const { platform, remotes } = useShell();
  const { pathname } = useLocation();
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
          likely={remotes.owner(pathname)}
          busy={busy}
          refusal={refusal}
          onSubmit={(remote, origin) => setOverrides({ ...current, [remote]: origin })}
        />
        <Hint>An override ends here, with the banner's button, or by itself after twelve hours.</Hint>
      </Stack>
    </Dialog>
  );
}

const Bar = styled.section`
  position: sticky;
  inset-block-end: 0;
  z-index: ${layer.toast};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[2]} ${space[4]};
  padding: ${space[2]} ${space.gutter};
  border-block-start: 0.1875rem solid ${color.onAccent};
  background: ${color.accent};
  color: ${color.onAccent};
  font-size: ${size.small};
  text-align: center;
  overflow-wrap: anywhere;
`;

function OverrideBanner({ overrides, onOpen }: { readonly overrides: Overrides; readonly onOpen: () => void }) {
  const { busy, refusal, setOverrides } = useSetOverrides();
  const parts = Object.entries(overrides).map(([name, origin]) => `${name} from ${origin}`);
  return (
    <Bar aria-label="Override" lang="en" data-print="hide">
      <p role="status">
        {refusal ?? (
          <>
            <strong>Override is on:</strong> {parts.join(', ')}
          </>
        )}
      </p>
      <Button variant="secondary" size="small" onClick={onOpen}>
        Change
      </Button>
      <Button variant="secondary" size="small" busy={busy} onClick={() => setOverrides({})}>
        End override
      </Button>
    </Bar>
  );
}

export function OverrideTools() {
  const { platform } = useShell();
  const [search, setSearch] = useSearchParams();
  const overrides = overridesOf(platform);

  const show = (isOpen: boolean) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (isOpen) changed.set(OVERRIDES_PARAMETER, '');
        else changed.delete(OVERRIDES_PARAMETER);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      {Object.keys(overrides).length > 0 && <OverrideBanner overrides={overrides} onOpen={() => show(true)} />}
      {search.has(OVERRIDES_PARAMETER) && <OverridePanel onClose={() => show(false)} />}
    </>
  );
}
