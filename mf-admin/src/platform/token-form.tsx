import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { useState } from 'react';
import { Pair } from '../kinds/form-fields.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { SecretForm } from '../kit/secret-form.tsx';
import { createToken, type NewToken } from './data/platform.ts';
import type { Team } from './model/platform.ts';
import { RemoteCommand } from './remote-command.tsx';

const SHELL = '';
const TEAM_DAYS = 90;
const SHELL_DAYS = 366;

function tokenIn(form: FormData): NewToken {
  return {
    team: String(form.get('owner')) || null,
    days: Number(form.get('days')),
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
          defaultValue={isTeam ? TEAM_DAYS : SHELL_DAYS}
          hint="How long it is valid"
          required
        />
      </Pair>
      {isTeam && (
        <p>
          It may publish. A token that may canary (for up to 25 percent of the visitors) or promote, too, is made on the
          command line, with an operator’s token:{' '}
          <RemoteCommand>{`token create --team ${owner} --may RIGHTS`}</RemoteCommand>
        </p>
      )}
    </SecretForm>
  );
}
