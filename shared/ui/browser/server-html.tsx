import { type ReactNode, useCallback, useState } from 'react';
import { Settled, type SettledProps } from './settled.tsx';

/** Under Trusted Types a plain string is refused. */
const EMPTY = typeof window === 'undefined' ? undefined : window.trustedTypes?.emptyHTML;
const KEEP = { __html: EMPTY ?? '' };

interface ServerHtmlProps {
  /** Different for each part of a page. */
  readonly name: string;
  readonly children: ReactNode | null;
}

/**
 * Renders its children; with `null` (see {@link sentAsHtml}) it keeps the server's HTML without code or data for it.
 */
export function ServerHtml({ name, children }: ServerHtmlProps) {
  // Two keys, so that later content replaces the kept HTML.
  return children === null ? (
    <KeptHtml key="kept" name={name} />
  ) : (
    <div key="rendered" data-html={name}>
      {children}
    </div>
  );
}

/** Moves the nodes of the document where React does not hydrate it, but renders anew, since something changed it. */
function KeptHtml({ name }: Pick<ServerHtmlProps, 'name'>) {
  const [sent] = useState(() => document.querySelector(`[data-html="${name}"]`));
  const moveNodes = useCallback(
    (element: HTMLDivElement | null) => {
      if (element && sent && element !== sent) element.append(...sent.childNodes);
    },
    [sent],
  );
  return <div ref={moveNodes} data-html={name} dangerouslySetInnerHTML={KEEP} suppressHydrationWarning />;
}

interface SettledHtmlProps<T> extends SettledProps<T>, Pick<ServerHtmlProps, 'name'> {}

/** {@link Settled} for a part without controls: hydration keeps the server's HTML. Its links work. */
export function SettledHtml<T>({ name, ...props }: SettledHtmlProps<T>) {
  // JSON made `null` of a result that the document has as HTML.
  return <ServerHtml name={name}>{props.value === null ? null : <Settled {...props} />}</ServerHtml>;
}
