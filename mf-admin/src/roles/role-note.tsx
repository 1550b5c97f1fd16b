import type { Result } from '@ki/shared/contract/result.ts';
import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useEffect, useState } from 'react';
import { matchPath, useLocation, useRouteLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { LAYOUT } from './data/rights.ts';

type NarrowRole = 'editor' | 'author';

const NARROW: readonly NarrowRole[] = ['editor', 'author'];

/** The role of an account that may not do everything; null for a publisher, and until it is read. */
export function useNarrowRole(): NarrowRole | null {
  const role = useRouteLoaderData<{ readonly role: Promise<Result<string>> }>(LAYOUT)?.role;
  const [narrow, setNarrow] = useState<NarrowRole | null>(null);
  // A role that is read again leaves what is mounted, such as a link that is shown once.
  useEffect(() => {
    void role?.then((read) => read.ok && setNarrow(NARROW.find((one) => one === read.data) ?? null));
  }, [role]);
  return narrow;
}

const PUBLISHERS = [
  addresses.prompts,
  addresses.categories,
  addresses.matrix,
  addresses.links,
  addresses.redirects,
  addresses.site,
] as const;

/** Pages on which editors and authors change nothing. */
export const isPublishersOnly = (pathname: string): boolean =>
  PUBLISHERS.some((address) => matchPath({ path: address, end: false }, pathname));

type Note = Readonly<Record<NarrowRole, string>>;

const drafts: Note = {
  editor: 'You may write every draft, and publish what you created. Publishers publish the rest.',
  author: 'You may write and delete your own drafts. Publishers publish them.',
};
const workshops: Note = {
  editor: 'You may create workshops, change your own, and save drafts of the others. Publishers publish these.',
  author: 'Workshops are public at once: editors and publishers create them.',
};
const OWN_PICTURES = 'You may add pictures and change your own. Publishers change the others.';
const pictures: Note = { editor: OWN_PICTURES, author: OWN_PICTURES };
const calendar: Note = {
  editor: 'You may move what you created. Publishers move the rest.',
  author: 'Editors and publishers move what is public or will be.',
};
const trash: Note = {
  editor: 'You may restore drafts, workflows and what you created. Publishers restore the rest.',
  author: 'You may restore workflows, and your own drafts and pictures. Publishers restore the rest.',
};

/** The rights of each narrow role on the pages of lists, in words. `private.check_role` enforces them. */
const NOTES: Readonly<Record<string, Note>> = {
  [addresses.dashboard]: drafts,
  [addresses.pages]: drafts,
  [addresses.courses]: drafts,
  [addresses.courseBuilder.pattern]: drafts,
  [addresses.ads]: drafts,
  [addresses.workshops]: workshops,
  [addresses.pictures]: pictures,
  [addresses.calendar]: calendar,
  [addresses.trash]: trash,
};

const noteOf = (pathname: string, role: NarrowRole): string | undefined =>
  Object.entries(NOTES).find(([pattern]) => matchPath(pattern, pathname))?.[1][role];

const Above = styled.div`
  margin-block-end: ${space[5]};
`;

/** Says once what an editor or author may do on a page. */
export function RoleNote() {
  const { pathname } = useLocation();
  const role = useNarrowRole();
  if (role === null) return null;
  const isClosed = isPublishersOnly(pathname);
  const note = isClosed ? 'You can read it, and save nothing here.' : noteOf(pathname, role);
  return (
    note && (
      <Above>
        <Notice title={isClosed ? 'Only publishers change this.' : undefined}>{note}</Notice>
      </Above>
    )
  );
}
