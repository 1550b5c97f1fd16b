import type { Result } from '@ki/shared/contract/result.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { coversCard } from '@ki/shared/ui/card.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { SearchField } from '@ki/shared/ui/form/search-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color } from '@ki/shared/ui/theme.ts';
import { useDeferredValue, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import type { Page } from '../kinds/data/records.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { Note } from '../kit/part.tsx';
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

/** The first page of the library that matches, newest first; `version` reads it again. */
function useLibrary(search: string, version: number) {
  const [result, setResult] = useState<Result<Page<LibraryPicture>> | null>(null);
  // Talks to the database.
  useEffect(() => {
    void version;
    let isCurrent = true;
    const read = async () => {
      const query = { search, isWithoutAlt: false, isCopies: false, page: 1 };
      const found = await settleAsStaff((client) => listPictures(client, query));
      if (isCurrent) setResult(found);
    };
    const timer = setTimeout(read, TYPED_WITHIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search, version]);
  return result;
}

export interface ChoosePictureProps {
  readonly onChoose: (picture: LibraryPicture) => void;
  readonly onClose: () => void;
}

/** A dialog with the library, in which an uploaded picture can be chosen, too. */
export function ChoosePicture({ onChoose, onClose }: ChoosePictureProps) {
  const [typed, setTyped] = useState('');
  const [version, setVersion] = useState(0);
  const search = useDeferredValue(typed.trim());
  const result = useLibrary(search, version);
  const uploads = useUploads({ onUploaded: () => setVersion((count) => count + 1) });
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
        {result === null ? (
          <Loading>Loading...</Loading>
        ) : result.ok ? (
          <Found page={result.data} isFiltered={search !== ''} onChoose={onChoose} />
        ) : (
          <Notice tone="error" onRetry={() => setVersion(version + 1)} retryLabel="Try again">
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
