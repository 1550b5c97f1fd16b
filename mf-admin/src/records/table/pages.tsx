import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { Cluster } from '@ki/shared/ui/layout.tsx';

export interface PagesProps {
  /** Counts from 1. */
  readonly page: number;
  /** Entries on all pages. */
  readonly total: number;
  readonly linkTo: (page: number) => string;
  /** Entries on one page. */
  readonly size?: number;
}

/** The ways to a list's neighbouring pages; nothing when one page holds everything. */
export function Pages({ page, total, linkTo, size = PAGE_SIZE }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / size));
  if (last === 1 && page === 1) return null;
  return (
    <Cluster as="nav" aria-label="Pages" $justify="center">
      {page > 1 && (
        <ButtonLink to={linkTo(Math.min(page - 1, last))} variant="secondary" size="small" rel="prev">
          Previous page
        </ButtonLink>
      )}
      <span>
        Page {page} of {last}
      </span>
      {page < last && (
        <ButtonLink to={linkTo(page + 1)} variant="secondary" size="small" rel="next">
          Next page
        </ButtonLink>
      )}
    </Cluster>
  );
}
