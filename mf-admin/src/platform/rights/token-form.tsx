import { Button } from '@ki/shared/ui/button.tsx';
import { Card, CardBody } from '@ki/shared/ui/card.tsx';
import { CheckboxField } from '@ki/shared/ui/checkbox-field.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { SelectField } from '@ki/shared/ui/select-field.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { asStaff } from '../../records/data/as-staff.ts';
import { Pair } from '../../records/form/pair.tsx';
import { Part } from '../../records/part.tsx';
import { refusalOf } from '../../records/refusal-of.ts';
import { ShownOnce } from '../../records/shown-once.tsx';
import { useOperation } from '../../records/use-operation.ts';
import { createToken, type NewToken } from '../data/create-token.ts';
import type { Team } from '../model/platform.ts';

/** No name of a team. */
const SHELL = '';
const TEAM_DAYS = 90;

function wantedIn(form: FormData): NewToken {
  const days = String(form.get('days'));
  return {
    team: String(form.get('owner')) || null,
    may: form.getAll('may').map(String),
    days: days === '' ? null : Number(days),
  };
}

/** Makes a token for a team's pipeline or for a shell, and shows it this once. */
export function TokenForm({ teams }: { readonly teams: readonly Team[] }) {
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const [owner, setOwner] = useState(SHELL);
  const [made, setMade] = useState<{ readonly token: string; readonly variable: string } | null>(null);
  const { run, busy, failed, error } = useOperation(async () => {
    if (!form.current) return;
    const wanted = wantedIn(new FormData(form.current));
    const token = await asStaff((client) => createToken(client, wanted));
    setMade({ token, variable: wanted.team === null ? 'SHELL_TOKEN' : 'REMOTE_TOKEN' });
    await revalidate();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const isTeam = owner !== SHELL;
  return (
    <Part title="New token">
      <Card as="div">
        <CardBody>
          <Stack as="form" ref={form} method="post" onSubmit={submit} aria-label="New token">
            {failed && <Notice tone="error">{refusalOf(error)}</Notice>}
            <Pair>
              <SelectField label="For" name="owner" value={owner} onChange={({ target }) => setOwner(target.value)}>
                <option value={SHELL}>A shell</option>
                {teams.map(({ name }) => (
                  <option key={name} value={name}>
                    Team {name}
                  </option>
                ))}
              </SelectField>
              <TextField
                key={isTeam ? 'team' : 'shell'}
                label="Days"
                name="days"
                type="number"
                min={1}
                max={366}
                defaultValue={isTeam ? TEAM_DAYS : ''}
                hint={isTeam ? 'How long it is valid' : 'How long it is valid; without an end when empty'}
                required={isTeam}
              />
            </Pair>
            {isTeam && (
              <Cluster>
                <CheckboxField label="May publish" name="may" value="publish" defaultChecked />
                <CheckboxField label="May promote" name="may" value="promote" defaultChecked />
              </Cluster>
            )}
            <div>
              <Button type="submit" busy={busy}>
                Create Token
              </Button>
            </div>
          </Stack>
          {made && (
            <ShownOnce
              key={made.token}
              title="The token is made."
              advice={`It is shown this once. Whoever has it has its rights: put it among secrets, as ${made.variable}.`}
              label="Token"
              secret={made.token}
              copy="Copy Token"
            />
          )}
        </CardBody>
      </Card>
    </Part>
  );
}
