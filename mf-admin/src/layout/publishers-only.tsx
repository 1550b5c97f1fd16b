import { Notice } from '@ki/shared/ui/notice.tsx';
import { useLocation } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { useIsNarrow } from '../records/use-role.ts';

const PAGES = [addresses.prompts, addresses.categories, addresses.matrix, addresses.links, addresses.site] as const;

/** Pages on which editors and authors change nothing. */
export const isPublishersOnly = (pathname: string): boolean =>
  PAGES.some((address) => pathname === address || pathname.startsWith(`${address}/`));

export function PublishersOnly() {
  const { pathname } = useLocation();
  const isNarrow = useIsNarrow();
  return (
    isNarrow &&
    isPublishersOnly(pathname) && (
      <Notice title="Only publishers change this.">You can read it, and save nothing here.</Notice>
    )
  );
}
