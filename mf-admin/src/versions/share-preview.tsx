import { Button } from '@ki/shared/ui/button.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { color, space } from '@ki/shared/ui/theme.ts';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { ActionDialog } from '../kit/action-dialog.tsx';
import { asStaff } from '../kit/data/as-staff.ts';
import { FailureNotice } from '../kit/failures.tsx';
import { Moment, Note } from '../kit/part.tsx';
import { SecretOnce } from '../kit/secret-form.tsx';
import { useOperation } from '../kit/use-operation.ts';
import {
  createPreviewLink,
  listPreviewLinks,
  type PreviewLink,
  type PreviewTarget,
  revokePreviewLink,
} from './data/preview-links.ts';

const Links = styled.ul`
  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    gap: ${space[3]};
    padding-block: ${space[3]};
    border-block-start: 1px solid ${color.line};
    overflow-wrap: anywhere;
  }
`;

interface SharePreviewProps extends PreviewTarget {
  /** The form has input that is stored nowhere but in this browser. */
  readonly isDirty?: boolean;
  readonly size?: 'small';
}

/** Opens the links to the preview of a record, where staff make and revoke them. */
export function SharePreview({ kind, record, isDirty = false, size }: SharePreviewProps) {
  const [links, setLinks] = useState<readonly PreviewLink[] | null>(null);
  const read = async () => {
    const found = await asStaff((client) => listPreviewLinks(client, { kind, record }));
    setLinks(found);
    return found;
  };
  const opening = useOperation(read);
  return (
    <>
      <Button variant="secondary" size={size} busy={opening.busy} onClick={() => void opening.run()}>
        Share Preview
      </Button>
      {opening.failed && <Notice tone="error">The links could not be loaded. Please try again in a moment.</Notice>}
      {links && (
        <PreviewDialog
          target={{ kind, record }}
          links={links}
          isDirty={isDirty}
          read={read}
          onClose={() => setLinks(null)}
        />
      )}
    </>
  );
}

interface PreviewDialogProps {
  readonly target: PreviewTarget;
  readonly links: readonly PreviewLink[];
  readonly isDirty: boolean;
  readonly read: () => Promise<readonly PreviewLink[]>;
  readonly onClose: () => void;
}

interface CreatedLink {
  readonly id: string | undefined;
  readonly address: string;
}

function PreviewDialog({ target, links, isDirty, read, onClose }: PreviewDialogProps) {
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLElement>(null);
  const creating = useOperation(async () => {
    setSaid('');
    const address = await asStaff((client) => createPreviewLink(client, target));
    setCreated({ id: undefined, address });
    const [newest] = await read();
    setCreated({ id: newest?.id, address });
  });
  const revoking = useOperation(async (id: string) => {
    await asStaff((client) => revokePreviewLink(client, id));
    if (created?.id === id) setCreated(null);
    await read();
    setSaid('The link was revoked.');
    list.current?.focus();
  });
  const failed = [creating, revoking].find((one) => one.failed);
  return (
    <ActionDialog
      title="Share Preview"
      action="Create Link"
      cancel="Close"
      busy={creating.busy}
      onSubmit={() => void creating.run()}
      onClose={onClose}
    >
      <p>
        A link shows what is stored here, its draft included, to whoever has it, without an account. It ends after seven
        days, or when it is revoked.
      </p>
      {isDirty && (
        <Notice tone="warning">What you typed since the last save is not in the preview. Save it first.</Notice>
      )}
      {failed && <FailureNotice error={failed.error} />}
      {created && (
        <SecretOnce
          key={created.address}
          title="The link was created."
          advice="It is shown this once: copy it now."
          label="Link"
          secret={created.address}
          copy="Copy"
        />
      )}
      <Stack as="section" ref={list} tabIndex={-1} aria-label="Links" $gap={2}>
        {links.length > 0 ? (
          <LinkList links={links} busy={revoking.busy} onRevoke={(id) => void revoking.run(id)} />
        ) : (
          <Note>No link works at the moment.</Note>
        )}
      </Stack>
      <p role="status">{said}</p>
    </ActionDialog>
  );
}

interface LinkListProps {
  readonly links: readonly PreviewLink[];
  readonly busy: boolean;
  readonly onRevoke: (id: string) => void;
}

const LinkList = ({ links, busy, onRevoke }: LinkListProps) => (
  <Links>
    {links.map(({ id, createdAt, expiresAt, madeBy }) => (
      <li key={id}>
        <div id={`link-${id}`}>
          <p>
            Until <Moment at={expiresAt} />
          </p>
          <Note>
            Made on <Moment at={createdAt} /> by {madeBy}
          </Note>
        </div>
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          aria-describedby={`link-${id}`}
          onClick={() => onRevoke(id)}
        >
          Revoke
        </Button>
      </li>
    ))}
  </Links>
);
