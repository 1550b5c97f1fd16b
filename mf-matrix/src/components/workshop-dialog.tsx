import { paths } from '@ki/shared/contract/paths.ts';
import type { Settling } from '@ki/shared/contract/reads.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/notice.tsx';
import { EmptyState } from '@ki/shared/ui/page/empty-state.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { addressOf, readView } from '../model/view.ts';
import type { WorkshopDetails } from '../model/workshop.ts';
import { readOpenedFromList } from './open-workshop.ts';
import { WorkshopFacts } from './workshop-facts.tsx';

/** Also the focusable element at the end of a long text, which the keyboard needs for scrolling. */
const Back = styled(Link)`
  display: inline-block;
  margin-block-start: ${space[5]};
  padding-block: ${space[1]};
`;

const workshopIn = ({ href }: HTMLAnchorElement) => readView(new URL(href).searchParams).workshop;
const cardLink = (id: string | null) =>
  [...document.querySelectorAll<HTMLAnchorElement>('article a[href]')].find((link) => workshopIn(link) === id);

/** Stays mounted while it is closed, so that the browser returns the focus to the link that opened it. */
export function WorkshopDialog({ id, workshop }: { id: string | null; workshop: Settling<WorkshopDetails> | null }) {
  const { list, close, title } = useOpening();
  const leave = (event: MouseEvent) => {
    event.preventDefault();
    close();
  };
  return (
    <Dialog
      open={workshop !== null}
      onClose={close}
      title={workshop && <Title key={id} {...{ workshop, title }} />}
      opener={() => cardLink(id)}
    >
      {workshop && (
        <Settled key={id} value={workshop} loading={<Loading lang="en">Loading course details...</Loading>}>
          {(result) => (result.ok ? <Details workshop={result.data} /> : <Missing code={result.code} />)}
        </Settled>
      )}
      <Back to={list} onClick={leave}>
        Zur Übersicht
      </Back>
    </Dialog>
  );
}

const Details = ({ workshop }: { workshop: WorkshopDetails }) => (
  <Stack $gap={5}>
    <WorkshopFacts workshop={workshop} level={3} />
    <p data-print="hide">
      <Link to={paths.matrixWorkshopPage({ workshop: workshop.id })}>Eigene Seite</Link>
    </p>
  </Stack>
);

const Title = ({ workshop, title }: { workshop: Settling<WorkshopDetails>; title: string }) => (
  <Settled value={workshop} loading={title}>
    {(result) => (result.ok ? result.data.title : title)}
  </Settled>
);

const Missing = ({ code }: { code: string }) => (
  <Stack>
    <EmptyState text="Course not found" lang="en" />
    {code !== 'not_found' && <ReadFailed />}
  </Stack>
);

/** Closing goes back in the history when the list opened the dialog, else to the list. */
function useOpening() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const list = addressOf({ ...readView(new URLSearchParams(search)), workshop: null });
  const opening = readOpenedFromList(state);
  const close = () => void (opening ? navigate(-1) : navigate(list, { replace: true, preventScrollReset: true }));
  return { list, close, title: opening?.title ?? 'Workshop' };
}
