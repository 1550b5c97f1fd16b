import { plural } from '@ki/shared/format/plural.ts';
import { Badge } from '@ki/shared/ui/badge.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useState } from 'react';
import styled from 'styled-components';
import { deleteRecord } from '../kinds/data/records.ts';
import { asStaff } from '../kit/data/as-staff.ts';
import { Note, Part } from '../kit/part.tsx';
import { titleId } from '../kit/table/row.tsx';
import { type LibraryPicture, readPicture } from '../media/data/library.ts';
import { picture as kind } from '../media/model/picture-record.ts';
import { PictureState } from '../media/picture-grid.tsx';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import { DeleteButton } from '../versions/delete-button.tsx';
import type { PictureDetails } from './data/pictures.ts';
import { usePolling } from './use-polling.ts';

const Body = styled(Stack)`
  margin-block-start: ${space[6]};
`;

const Uses = ({ uses }: Pick<PictureDetails, 'uses'>) => (
  <RecordList>
    {uses.map((use) => (
      <RecordLink key={`${use.relation} ${use.id}`} record={use}>
        {use.isPublic && <Badge $tone="success">Public</Badge>}
        {!use.isPublic && use.isScheduled && <Badge $tone="brand">Scheduled</Badge>}
      </RecordLink>
    ))}
  </RecordList>
);

function factsOf({ width, height, bytes }: LibraryPicture): string {
  const parts = [
    width !== null && height !== null && `${width} × ${height} pixels`,
    bytes !== null && `${Math.max(1, Math.round(bytes / 1000))} kB`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Reads on while its sizes are being made, apart from the form, whose input stays. */
function useCurrent(first: LibraryPicture): LibraryPicture {
  const [current, setCurrent] = useState(first);
  usePolling([current], async () => setCurrent(await asStaff((client) => readPicture(client, first.id))));
  return current;
}

const NOT_SIZED = 'Its sizes could not be made.';
const NOT_COPIED = 'It could not be copied.';

interface PictureFactsProps {
  readonly details: PictureDetails;
  /** Leaves the form without a question. */
  readonly onDeleted: () => void;
}

/** The file of a picture, the records that use it, and its deletion. */
export function PictureFacts({ details, onDeleted }: PictureFactsProps) {
  const { picture: first, uses } = details;
  const picture = useCurrent(first);
  return (
    <Body $gap={6}>
      <Part title="File">
        <Note id={titleId(picture.id)}>{factsOf(picture) || 'Not read yet'}</Note>
        {picture.origin !== null && <Note>Copied from {picture.origin}</Note>}
        <PictureState picture={picture} />
        {picture.failure !== null && (
          <Notice tone="error" title={picture.bytes === null && picture.origin !== null ? NOT_COPIED : NOT_SIZED}>
            {picture.failure}
          </Notice>
        )}
      </Part>
      <Part title="Used by">
        {uses.length === 0 ? <Note>Nothing uses it.</Note> : <Uses uses={uses} />}
        {picture.origin !== null && uses.length > 0 ? (
          <Note>Texts name its address: it is deleted 30 days after the last of them.</Note>
        ) : (
          <div>
            <DeletePicture picture={picture} uses={uses} onDeleted={onDeleted} />
          </div>
        )}
      </Part>
    </Body>
  );
}

interface DeletePictureProps extends Pick<PictureDetails, 'uses'>, Pick<PictureFactsProps, 'onDeleted'> {
  readonly picture: LibraryPicture;
}

const DeletePicture = ({ picture, uses, onDeleted }: DeletePictureProps) => (
  <DeleteButton
    row={picture}
    variant="secondary"
    question={kind.texts.deleteQuestion}
    failure={kind.texts.deleteFailed}
    run={async (id) => {
      await asStaff((client) => deleteRecord(client, kind, id));
      onDeleted();
    }}
  >
    {uses.length > 0 && (
      <>
        <p>{`It would be missed in ${plural(uses.length, 'place', 'places')}, which show its alternative text or the drawn cover then:`}</p>
        <Uses uses={uses} />
      </>
    )}
    <p>It can be restored from the trash for 30 days, with its uses.</p>
  </DeleteButton>
);
