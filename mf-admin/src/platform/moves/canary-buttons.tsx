import { TextField } from '@ki/shared/ui/text-field.tsx';
import { Pair } from '../../records/form/pair.tsx';
import type { LiveRemote, Remote } from '../model/platform.ts';
import { MoveButton } from './move-button.tsx';
import { VersionField } from './version-field.tsx';

const SHARE = 10;
const MARGIN = 5;

/** Gives a version to a share of the visitors, or changes that share. */
export function CanaryButton({ remote }: { readonly remote: LiveRemote }) {
  const { name, checked, canary } = remote;
  return (
    <MoveButton
      label="Canary"
      title={`Canary of ${name}`}
      remote={remote}
      moveOf={(form) => ({
        action: 'canary',
        version: String(form.get('version')),
        percent: Number(form.get('percent')),
        margin: Number(form.get('margin')),
      })}
    >
      <p>A share of the visitors gets this version, and keeps it. Offered is what was live or a canary before.</p>
      <VersionField versions={checked} canary={canary} />
      <Pair>
        <TextField
          label="Share"
          name="percent"
          type="number"
          min={1}
          max={100}
          defaultValue={canary?.percent ?? SHARE}
          hint="Percent of the visitors"
          required
        />
        <TextField
          label="Margin"
          name="margin"
          type="number"
          min={0}
          max={100}
          defaultValue={canary?.margin ?? MARGIN}
          hint="How many of 100 renders may fail more than of the live version, before it goes back by itself"
          required
        />
      </Pair>
    </MoveButton>
  );
}

interface EndCanaryProps {
  readonly remote: LiveRemote;
  readonly canary: NonNullable<Remote['canary']>;
}

/** Takes a canary back. */
export function EndCanaryButton({ remote, canary: { version } }: EndCanaryProps) {
  return (
    <MoveButton
      label="End Canary"
      title={`End the canary of ${remote.name}`}
      remote={remote}
      moveOf={() => ({ action: 'canary', version, percent: 0 })}
    >
      <p>
        Everybody gets {remote.live} again, and what was counted of {version} is forgotten.
      </p>
    </MoveButton>
  );
}
