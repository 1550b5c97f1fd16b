import type { ReactNode } from 'react';

const KEEP = { __html: '' };

/**
 * A region whose HTML comes from the server. With `children` it renders them; with `null` (data that was
 * {@link sentAsHtml}) it adopts the HTML that is already there, without code or data for it. See docs/decisions/0006.
 */
export function ServerHtml({ children }: { children: ReactNode | null }) {
  // Two keys: content that follows must replace the adopted HTML, not be added to it.
  return children === null ? (
    <div key="adopted" dangerouslySetInnerHTML={KEEP} suppressHydrationWarning />
  ) : (
    <div key="rendered">{children}</div>
  );
}
