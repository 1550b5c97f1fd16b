import { DataError } from '@ki/shared/data/errors.ts';
import { shortDate } from '@ki/shared/format/dates.ts';
import { SelectField } from '@ki/shared/ui/form/select-field.tsx';
import { TextField } from '@ki/shared/ui/form/text-field.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Pair } from '../kinds/form-fields.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { RowActions, RowLink, titleId } from '../kit/table/row.tsx';
import { DialogButton } from '../kit/table/row-buttons.tsx';
import { errorText } from '../kit/use-operation.ts';
import { requestTransition, type Transition } from './data/platform.ts';
import { isLive, type LiveRemote, type Remote } from './model/platform.ts';

const VersionField = ({ versions, canary }: { versions: Remote['checked']; canary: Remote['canary'] }) => (
  <SelectField label="Version" name="version" defaultValue={canary?.version ?? versions[0]?.version}>
    {versions.map(({ version, published_at: publishedAt }) => (
      <option key={version} value={version}>
        {version}
        {version === canary?.version ? ' (canary)' : ''}, {shortDate(publishedAt)}
      </option>
    ))}
  </SelectField>
);

const SHARE = 10;
const MARGIN = 5;

function CanaryButton({ remote }: { readonly remote: LiveRemote }) {
  const { name, checked, canary } = remote;
  return (
    <TransitionButton
      label="Canary"
      title={`Canary of ${name}`}
      remote={remote}
      transitionOf={(form) => ({
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
    </TransitionButton>
  );
}

const EndCanaryButton = ({ remote, version }: { readonly remote: LiveRemote; readonly version: string }) => (
  <TransitionButton
    label="End Canary"
    title={`End the canary of ${remote.name}`}
    remote={remote}
    transitionOf={() => ({ action: 'canary', version, percent: 0 })}
  >
    <p>
      Everybody gets {remote.live} again, and what was counted of {version} is forgotten.
    </p>
  </TransitionButton>
);

const OWN_NAME = 'mf-admin';

export function RemoteActions({ remote }: { readonly remote: Remote }) {
  if (remote.newest_move === null) return null;
  return (
    <RowActions id={remote.name}>
      {remote.checked.length > 0 && <PromoteButton remote={remote} />}
      {isLive(remote) && remote.checked.length > 0 && <CanaryButton remote={remote} />}
      {isLive(remote) && remote.canary && <EndCanaryButton remote={remote} version={remote.canary.version} />}
      {isLive(remote) && remote.before !== null && <RollBackButton remote={remote} />}
      {isLive(remote) && <RetireButton remote={remote} />}
      <RowLink id={remote.name} to={`${addresses.platform}?remote=${remote.name}#history`} variant="quiet">
        History
      </RowLink>
    </RowActions>
  );
}

function PromoteButton({ remote }: { readonly remote: Remote }) {
  const { name, checked, canary } = remote;
  return (
    <TransitionButton
      label="Promote"
      title={`Promote ${name}`}
      remote={remote}
      transitionOf={(form) => ({ action: 'promote', version: String(form.get('version')) })}
    >
      <p>
        {isLive(remote) ? `Live is ${remote.live}. ` : ''}What you choose is live for everybody within two seconds
        {canary ? ', and the canary ends' : ''}. Offered is what was live or a canary before, and so was checked.
      </p>
      <VersionField versions={checked} canary={canary} />
    </TransitionButton>
  );
}

function RollBackButton({ remote }: { readonly remote: LiveRemote }) {
  const { name, live, before, canary } = remote;
  return (
    <TransitionButton
      label="Roll Back"
      title={`Roll back ${name}`}
      remote={remote}
      transitionOf={() => ({ action: 'rollback' })}
    >
      <p>
        From {live} back to {before}, for everybody within two seconds
        {canary ? '; the canary ends, too' : ''}.
      </p>
    </TransitionButton>
  );
}

const RetireButton = ({ remote }: { readonly remote: LiveRemote }) => (
  <TransitionButton
    label="Retire"
    title={`Retire ${remote.name}`}
    remote={remote}
    isDangerous
    transitionOf={() => ({ action: 'retire' })}
  >
    <p>It leaves the platform: its addresses answer 404 until it is promoted again.</p>
    {remote.name === OWN_NAME && (
      <Notice tone="warning">This page is its own. Only the command line brings it back.</Notice>
    )}
  </TransitionButton>
);

interface TransitionButtonProps {
  readonly label: string;
  readonly title: string;
  readonly remote: Remote;
  readonly isDangerous?: boolean;
  readonly transitionOf: (form: FormData) => Omit<Transition, 'remote' | 'newest_move' | 'reason'>;
  readonly children: ReactNode;
}

/** Asks for a reason and requests a transition. On a conflict the dialog keeps the input and shows the current state. */
function TransitionButton({ remote, transitionOf, children, ...rest }: TransitionButtonProps) {
  const { revalidate } = useRevalidator();
  const request = async (input: FormData, close: () => void) => {
    if (remote.newest_move === null) return;
    const lock = { remote: remote.name, newest_move: remote.newest_move };
    const transition = { ...lock, reason: String(input.get('reason')), ...transitionOf(input) };
    try {
      await asStaff((client) => requestTransition(client, transition));
    } catch (reason) {
      if (reason instanceof DataError && reason.code === 'conflict') await revalidate();
      throw reason;
    }
    close();
    await revalidate();
  };
  return (
    <DialogButton
      {...rest}
      variant="secondary"
      titleId={titleId(remote.name)}
      operation={request}
      failureOf={errorText}
    >
      {children}
      <TextField
        label="Reason"
        name="reason"
        hint="For the history, in a few words"
        maxLength={500}
        autoComplete="off"
        required
      />
    </DialogButton>
  );
}
