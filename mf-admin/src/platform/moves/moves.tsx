import { Notice } from '@ki/shared/ui/notice.tsx';
import { addresses } from '../../addresses.ts';
import { RowActions, RowLink } from '../../records/table/row-actions.tsx';
import { isLive, type LiveRemote, type Remote } from '../model/platform.ts';
import { CanaryButton, EndCanaryButton } from './canary-buttons.tsx';
import { MoveButton } from './move-button.tsx';
import { VersionField } from './version-field.tsx';

/** The remote that this is. */
const OWN = 'mf-admin';

/** What can be done with a remote. Who never moved has nothing to move. */
export function Moves({ remote }: { readonly remote: Remote }) {
  if (remote.newest_move === null) return null;
  return (
    <RowActions id={remote.name}>
      {remote.checked.length > 0 && <PromoteButton remote={remote} />}
      {isLive(remote) && remote.checked.length > 0 && <CanaryButton remote={remote} />}
      {isLive(remote) && remote.canary && <EndCanaryButton remote={remote} canary={remote.canary} />}
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
    <MoveButton
      label="Promote"
      title={`Promote ${name}`}
      remote={remote}
      moveOf={(form) => ({ action: 'promote', version: String(form.get('version')) })}
    >
      <p>
        {isLive(remote) ? `Live is ${remote.live}. ` : ''}What you choose is live for everybody within two seconds
        {canary ? ', and the canary ends' : ''}. Offered is what was live or a canary before, and so was checked.
      </p>
      <VersionField versions={checked} canary={canary} />
    </MoveButton>
  );
}

function RollBackButton({ remote }: { readonly remote: LiveRemote }) {
  const { name, live, before, canary } = remote;
  return (
    <MoveButton label="Roll Back" title={`Roll back ${name}`} remote={remote} moveOf={() => ({ action: 'rollback' })}>
      <p>
        From {live} back to {before ?? 'nothing: there is no earlier version'}, for everybody within two seconds
        {canary ? '; the canary ends, too' : ''}.
      </p>
    </MoveButton>
  );
}

function RetireButton({ remote }: { readonly remote: LiveRemote }) {
  return (
    <MoveButton
      label="Retire"
      title={`Retire ${remote.name}`}
      remote={remote}
      isDangerous
      moveOf={() => ({ action: 'retire' })}
    >
      <p>It leaves the platform: its addresses answer 404 until it is promoted again.</p>
      {remote.name === OWN && (
        <Notice tone="warning">This page is its own. Only the command line brings it back.</Notice>
      )}
    </MoveButton>
  );
}
