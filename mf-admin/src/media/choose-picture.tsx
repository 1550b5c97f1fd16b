import { plural } from '@ki/shared/format/plural.ts';
import { coversCard } from '@ki/shared/ui/card.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import { useDeferredValue, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import type { Page } from '../kinds/data/records.ts';
import { Note } from '../kit/part.tsx';
import { useLatestRead } from '../kit/use-latest-read.ts';
import { type LibraryPicture, listPictures } from './data/library.ts';
import { LeaveUploads } from './leave-uploads.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { UploadArea } from './upload-area.tsx';
import { isUnfinished, useUploads } from './use-uploads.ts';

const Choice = styled.button.attrs({ type: 'button' })`
  ${coversCard}
  padding: 0;
  border: 0;
  background: none;
  color: ${color.link};
  font-weight: 600;
  text-align: start;
`;

const TYPED_WITHIN_MS = 200;

export interface ChoosePictureProps {
  readonly onChoose: (picture: LibraryPicture) => void;
  readonly onClose: () => void;
}

/** A dialog with the library, in which an uploaded picture can be chosen, too. */
export function ChoosePicture({ onChoose, onClose }: ChoosePictureProps) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const query = { search, isWithoutAlt: false, isCopies: false, page: 1 };
  const { last, reload } = useLatestRead(search, (client) => listPictures(client, query), TYPED_WITHIN_MS);
  const uploads = useUploads({ onUploaded: reload });
  const [isLeaving, setIsLeaving] = useState(false);
  const close = () => (uploads.uploads.some(isUnfinished) ? setIsLeaving(true) : onClose());
  return createPortal(
    <Dialog open title="Choose a picture" closeLabel="Close" lang="en" onClose={close}>
      <Stack>
        <UploadArea uploads={uploads} />
        {isLeaving && <LeaveUploads onLeave={onClose} onStay={() => setIsLeaving(false)} />}
        <search>
          <SearchField
            label="Search pictures"
            labelHidden
            placeholder="Search title or alternative text"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </search>
        {last === null ? (
          <Loading>Loading...</Loading>
        ) : last.result.ok ? (
          <Found page={last.result.data} isFiltered={search !== ''} onChoose={onChoose} />
        ) : (
          <Notice tone="error" onRetry={reload} retryLabel="Try again">
            The library could not be loaded.
          </Notice>
        )}
      </Stack>
    </Dialog>,
    document.body,
  );
}

interface FoundProps extends Pick<ChoosePictureProps, 'onChoose'> {
  readonly page: Page<LibraryPicture>;
  readonly isFiltered: boolean;
}

const Found = ({ page: { rows, total }, isFiltered, onChoose }: FoundProps) => (
  <>
    <Note role="status">
      {total > rows.length ? `The newest ${rows.length} of ${total} pictures` : plural(total, 'picture', 'pictures')}
    </Note>
    {rows.length === 0 ? (
      <EmptyState text={isFiltered ? 'No pictures match your search.' : 'No pictures yet'} />
    ) : (
      <PictureGrid label="Pictures" pictures={rows.filter(({ isUploaded, failure }) => isUploaded && failure === null)}>
        {(picture) => (
          <Choice lang="de" onClick={() => onChoose(picture)}>
            {picture.title}
          </Choice>
        )}
      </PictureGrid>
    )}
  </>
);
