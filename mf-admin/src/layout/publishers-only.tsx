import { Notice } from '@ki/shared/ui/notice.tsx';
import { space } from '@ki/shared/ui/theme.ts';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { addresses } from '../addresses.ts';
import { useIsNarrow } from '../records/use-role.ts';

const PAGES = [addresses.prompts, addresses.categories, addresses.matrix, addresses.links, addresses.site] as const;

/** Pages on which editors and authors change nothing. */
export const isPublishersOnly = (pathname: string): boolean =>
  PAGES.some((address) => pathname === address || pathname.startsWith(`${address}/`));

const Above = styled.div`
  margin-block-end: ${space[5]};
`;

export function PublishersOnly() {
  const { pathname } = useLocation();
  const isNarrow = useIsNarrow();
  return (
    isNarrow &&
    isPublishersOnly(pathname) && (
      <Above>
        <Notice title="Only publishers change this.">You can read it, and save nothing here.</Notice>
      </Above>
    )
  );
}
