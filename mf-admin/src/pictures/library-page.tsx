import { coversCard } from '@ki/shared/ui/card.tsx';
import { CheckboxField } from '@ki/shared/ui/form/checkbox-field.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Link, useLoaderData, useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { NO_ROWS, type Page } from '../kinds/data/records.ts';
import { PageHead } from '../kit/page-head.tsx';
import { Note, Part } from '../kit/part.tsx';
import { ReadBeside, ReadList } from '../kit/read-list.tsx';
import { Pages } from '../kit/table/data-table.tsx';
import { ListSearch } from '../kit/table/list-search.tsx';
import type { LibraryPicture } from '../media/data/library.ts';
import { LeaveUploadsOfPage } from '../media/leave-uploads.tsx';
import type { LibraryQuery } from '../media/model/picture-record.ts';
import { PictureGrid } from '../media/picture-grid.tsx';
import { UploadArea } from '../media/upload-area.tsx';
import { useUploads } from '../media/use-uploads.ts';
import { RecordLink, RecordList } from '../records/list/record-link.tsx';
import type { OlderText } from './data/older-texts.ts';
import type { LibraryData } from './data/pictures.ts';
import { COPIES, MISSING_ALT, searchOf } from './model/library-query.ts';
import { usePolling } from './use-polling.ts';

export function Component() {
  const { query, list, older } = useLoaderData<LibraryData>();
  const { revalidate } = useRevalidator();
  const uploads = useUploads({ onUploaded: () => void revalidate() });
  return (
    <>
      <PageHead title="Pictures" subtitle="The library: what posts, courses, workshops and texts show" />
      <Stack $gap={5}>
        <UploadArea uploads={uploads} />
        <LeaveUploadsOfPage />
        <ReadList value={list} none={NO_ROWS}>
          {(page) => <Library query={query} page={page} />}
        </ReadList>
        {older && <ReadBeside value={older}>{(texts) => texts.length > 0 && <OlderTexts texts={texts} />}</ReadBeside>}
      </Stack>
    </>
  );
}

const OlderTexts = ({ texts }: { readonly texts: readonly OlderText[] }) => (
  <Part title="Texts with pictures without alternative text">
    <Note>
      They show pictures of other addresses, which can be published without one. It is written between the brackets:
      ![what the picture shows](address).
    </Note>
    <RecordList>
      {texts.map((text, index) => (
        <RecordLink key={index} record={text} />
      ))}
    </RecordList>
  </Part>
);

const TitleLink = styled(Link)`
  ${coversCard}
  font-weight: 600;
`;

function Library({
  query,
  page: { rows, total },
}: {
  readonly query: LibraryQuery;
  readonly page: Page<LibraryPicture>;
}) {
  const { revalidate } = useRevalidator();
  usePolling(rows, revalidate);
  const isFiltered = query.search !== '' || query.isWithoutAlt || query.isCopies || query.page > 1;
  return (
    <Stack>
      <ListSearch
        search={query.search}
        placeholder="Search title or alternative text"
        addressOf={(search, fields) =>
          searchOf({ search, isWithoutAlt: fields.has(MISSING_ALT), isCopies: fields.has(COPIES), page: 1 })
        }
        total={total}
        noun={['picture', 'pictures']}
      >
        <CheckboxField
          key={String(query.isWithoutAlt)}
          label="Without alternative text"
          name={MISSING_ALT}
          defaultChecked={query.isWithoutAlt}
        />
        <CheckboxField key={`copies ${query.isCopies}`} label="Copies" name={COPIES} defaultChecked={query.isCopies} />
      </ListSearch>
      {rows.length === 0 ? (
        <EmptyState text={isFiltered ? 'No pictures match your search.' : 'No pictures yet'} />
      ) : (
        <PictureGrid label="Pictures" pictures={rows}>
          {({ id, title }) => (
            <TitleLink to={addresses.editPicture({ id })} lang="de">
              {title}
            </TitleLink>
          )}
        </PictureGrid>
      )}
      <Pages page={query.page} total={total} linkTo={(page) => searchOf({ ...query, page })} />
    </Stack>
  );
}
