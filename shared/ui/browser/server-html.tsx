import type { ReactNode } from 'react';
import { Settled, type SettledProps } from './settled.tsx';

const KEEP = { __html: '' };

/**
 * Renders its children; with `null` (see {@link sentAsHtml}) it keeps the server's HTML without code or data for it.
 */
export function ServerHtml({ children }: { children: ReactNode | null }) {
  // Two keys, so that later content replaces the kept HTML.
  return children === null ? (
    <div key="kept" dangerouslySetInnerHTML={KEEP} suppressHydrationWarning />
  ) : (
    <div key="rendered">{children}</div>
  );
}

/** {@link Settled} for a part without controls: hydration keeps the server's HTML. Its links work. */
export function SettledHtml<T>(props: SettledProps<T>) {
  // JSON made `null` of a result that the document has as HTML.
  return <ServerHtml>{props.value === null ? null : <Settled {...props} />}</ServerHtml>;
}
