import type { Result } from '@ki/shared/contract/result.ts';
import { Dialog } from '@ki/shared/ui/dialog.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { ReadFailed } from '@ki/shared/ui/read-failed.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { addressOf, readView } from '../model/view.ts';
import type { WorkshopDetails } from '../model/workshop.ts';
import { readOpenedFromList } from './opened-from-list.ts';
import { WorkshopFacts } from './workshop-facts.tsx';

/** Also what the keyboard reaches at the end of a long text: without it nothing in there could take the focus. */
const Back = styled(Link)`
  display: inline-block;
  margin-block-start: ${space[5]};
  padding-block: ${space[1]};
`;

type Opened = Result<WorkshopDetails> | Promise<Result<WorkshopDetails>>;

interface WorkshopDialogProps {
  /** Id of the open workshop. */
  readonly id: string | null;
  readonly workshop: Opened | null;
}

const workshopIn = ({ href }: HTMLAnchorElement) => readView(new URL(href).searchParams).workshop;
/** The link of the list that opens a workshop. */
const cardLink = (id: string | null) =>
  [...document.querySelectorAll<HTMLAnchorElement>('article a[href]')].find((link) => workshopIn(link) === id);

/** Stays in the page while it is closed: only then does the browser give the focus back to the link that opened it. */
export function WorkshopDialog({ id, workshop }: WorkshopDialogProps) {
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
          {(result) => (result.ok ? <WorkshopFacts workshop={result.data} /> : <Missing code={result.code} />)}
        </Settled>
      )}
      <Back to={list} onClick={leave}>
        Zur Übersicht
      </Back>
    </Dialog>
  );
}

/** The list knows the title before the details are there. */
const Title = ({ workshop, title }: { workshop: Opened; title: string }) => (
  <Settled value={workshop} loading={title}>
    {(result) => (result.ok ? result.data.title : title)}
  </Settled>
);

function Missing({ code }: { code: string }) {
  return (
    <Stack>
      <EmptyState text="Course not found" lang="en" />
      {code !== 'not_found' && <ReadFailed />}
    </Stack>
  );
}

/** Closing goes back where the list opened the dialog, so that it leaves nothing in the history; else to the list. */
function useOpening() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const list = addressOf({ ...readView(new URLSearchParams(search)), workshop: null });
  const opening = readOpenedFromList(state);
  const close = () => void (opening ? navigate(-1) : navigate(list, { replace: true, preventScrollReset: true }));
  return { list, close, title: opening?.title ?? 'Workshop' };
}
