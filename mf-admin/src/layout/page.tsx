import { paths } from '@ki/shared/contract/paths.ts';
import { site } from '@ki/shared/contract/site.ts';
import { useSession } from '@ki/shared/session/use-session.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { MenuIcon } from '@ki/shared/ui/icons.tsx';
import { SiteLogo } from '@ki/shared/ui/page/site-logo.tsx';
import { SkipLink } from '@ki/shared/ui/page/skip-link.ts';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { color, font, from, space } from '@ki/shared/ui/theme.ts';
import { ToastRegion, useToasts } from '@ki/shared/ui/toast.tsx';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link, Outlet, useLoaderData, useLocation, useRevalidator } from 'react-router-dom';
import styled from 'styled-components';
import { RecordKinds } from '../kinds/record-kinds.ts';
import { asStaff, readClock, settleAsStaff } from '../kit/data/as-staff.ts';
import { keepPlace } from '../kit/list-place.ts';
import { besideText, ONLY_TEXT } from '../kit/only-text.ts';
import type { Rights } from '../roles/data/rights.ts';
import { NoAccess } from '../roles/no-access.tsx';
import { RoleNote } from '../roles/role-note.tsx';
import { restoreDeleted } from '../versions/data/restore.ts';
import {
  adjustedNote,
  type Deleted,
  type Messages,
  MessagesContext,
  restoredText,
  restoreErrorText,
  StoredText,
} from '../versions/messages.tsx';
import { recordKinds } from './record-kinds.ts';
import { Sidebar } from './sidebar.tsx';

const Frame = styled.div`
  min-block-size: 100svh;

  ${from.wide} {
    display: grid;
    &:not(:root[${ONLY_TEXT}] &) {
      grid-template-columns: 16rem minmax(0, 1fr);
    }
  }
`;

const Side = styled.div`
  ${besideText}
  background: ${color.banner};
  color: ${color.onBanner};
  --c-focus: ${color.onBanner};

  ${from.wide} {
    position: sticky;
    inset-block-start: 0;
    align-self: start;
    display: flex;
    flex-direction: column;
    block-size: 100svh;
  }
`;

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[3]};
  padding: ${space[3]} ${space[4]};

  ${from.wide} {
    padding: ${space[5]};
  }
`;

const Brand = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  font: 600 1.125rem / 1.3 ${font.heading};
  color: inherit;
  text-decoration: none;
`;

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[2]};
  min-block-size: 2.75rem;
  padding-inline: ${space[3]};
  border: 1px solid ${color.onBannerMuted};
  border-radius: 0.5rem;
  background: none;

  ${from.wide} {
    display: none;
  }
`;

/** A sheet over the page in a small window, a column in a wide one, where the attribute `popover` hides nothing. */
const Sheet = styled.div`
  border: 0;
  padding: ${space[4]} 0 0;
  background: ${color.banner};
  color: inherit;

  &:popover-open {
    inset: 0 auto 0 0;
    inline-size: min(20rem, 88vw);
    block-size: 100dvh;
  }

  &::backdrop {
    background: ${color.backdrop};
  }

  ${from.wide} {
    display: block;
    position: static;
    inline-size: auto;
    block-size: auto;
    flex: 1;
    min-block-size: 0;
    padding: 0;
    overflow: visible;
  }
`;

const Content = styled.div`
  min-inline-size: 0;
  padding: ${space[5]} ${space.gutter} ${space[7]};

  ${from.wide} {
    padding: ${space[6]} clamp(${space[5]}, 4vw, ${space[7]}) ${space[8]};
  }
`;

const PAGE = 'admin-page';

const MENU = 'admin-menu';

export function AdminFrame({ sidebar, children }: { readonly sidebar: ReactNode; readonly children: ReactNode }) {
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.matches(':popover-open') && menu.current.hidePopover();
  return (
    <Frame lang="en">
      <SkipLink href={`#${PAGE}`}>Skip to content</SkipLink>
      <Side>
        <Bar>
          <Brand to={paths.home} lang="de">
            <SiteLogo />
            {site().name}
          </Brand>
          <Toggle type="button" popoverTarget={MENU}>
            <MenuIcon />
            Menu
          </Toggle>
        </Bar>
        <Sheet ref={menu} id={MENU} popover="auto" onClickCapture={close}>
          {sidebar}
        </Sheet>
      </Side>
      <Content id={PAGE} tabIndex={-1}>
        {children}
      </Content>
    </Frame>
  );
}

function MessagesProvider({ children }: { readonly children: ReactNode }) {
  const { show, ...region } = useToasts();
  const { revalidate } = useRevalidator();
  const messages = useMemo<Messages>(() => {
    const undo = async ({ id, name, restore = () => asStaff((client) => restoreDeleted(client, id)) }: Deleted) => {
      try {
        const adjusted = await restore();
        await revalidate();
        return restoredText(recordKinds, name, adjusted);
      } catch (error) {
        console.error(error);
        return restoreErrorText(error);
      }
    };
    return {
      show,
      say: (text, adjusted) => show(`${text} ${adjustedNote(recordKinds, adjusted)}`.trim()),
      sayStored: (stored) => show(<StoredText {...stored} />),
      sayRestored: (name, adjusted) => show(restoredText(recordKinds, name, adjusted)),
      offerUndo: (deleted) => show(`“${deleted.name}” was deleted.`, { label: 'Undo', run: () => undo(deleted) }),
    };
  }, [show, revalidate]);
  return (
    <MessagesContext value={messages}>
      {children}
      <ToastRegion {...region} dismissLabel="Dismiss" />
    </MessagesContext>
  );
}

const CHECK_MS = 60_000;

/** The next reading is due by then, or a machine slept: what a form says next is right again. */
function useClockReadings(): void {
  // The database is asked where the last reading does not hold any more.
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') void settleAsStaff(readClock);
    };
    const timer = setInterval(read, CHECK_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, []);
}

export function Component() {
  useClockReadings();
  const location = useLocation();
  // Forms lead back to their list as it was left.
  useEffect(() => keepPlace(location), [location]);
  const { staff, operator } = useLoaderData<Rights>();
  const { user } = useSession();
  return (
    <AdminFrame sidebar={<Sidebar userName={user?.name ?? ''} operator={operator} />}>
      <Settled value={staff} loading={<Loading>Loading...</Loading>}>
        {/* When the backend does not respond, the page itself shows the read error. */}
        {(result) =>
          result.ok && !result.data ? (
            <NoAccess
              what="the admin area"
              remedy="Ask an administrator to invite this address, or sign in with another account. If you have the link of an invitation, open it again."
            />
          ) : (
            <RecordKinds value={recordKinds}>
              <MessagesProvider>
                <RoleNote />
                <Outlet />
              </MessagesProvider>
            </RecordKinds>
          )
        }
      </Settled>
    </AdminFrame>
  );
}
