import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';
import { useState } from 'react';
import { asStaff } from '../records/data/as-staff.ts';
import { Pair } from '../records/form/form-fields.tsx';
import { SecretForm } from '../records/secret-form.tsx';
import { createToken, type NewToken } from './data/platform.ts';
import type { Team } from './model/platform.ts';

const SHELL = '';
const TEAM_DAYS = 90;

function tokenIn(form: FormData): NewToken {
  const days = String(form.get('days'));
  return {
    team: String(form.get('owner')) || null,
    may: form.getAll('may').map(String),
    days: days === '' ? null : Number(days),
  };
}

export function TokenForm({ teams }: { readonly teams: readonly Team[] }) {
  const [owner, setOwner] = useState(SHELL);
  const isTeam = owner !== SHELL;
  return (
    <SecretForm
      title="New token"
      submit="Create Token"
      create={async (input) => {
        const request = tokenIn(input);
        const variable = request.team === null ? 'SHELL_TOKEN' : 'REMOTE_TOKEN';
        return {
          title: 'The token is made.',
          advice: `It is shown this once. Whoever has it has its rights: put it among secrets, as ${variable}.`,
          label: 'Token',
          secret: await asStaff((client) => createToken(client, request)),
          copy: 'Copy Token',
        };
      }}
    >
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
    </SecretForm>
  );
}
