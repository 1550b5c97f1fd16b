/** The link that an event is about. */
const linkAt = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null);

/** A link to another view of this page: leaving it would lose what was typed. */
const isSamePage = ({ origin, pathname, search, target }: HTMLAnchorElement) =>
  origin === location.origin && pathname === location.pathname && search !== location.search && !target;

/** A link to the document of another page of this site. */
export const isPlainLink = ({ origin, pathname, target, download }: HTMLAnchorElement) =>
  origin === location.origin && pathname !== location.pathname && !target && !download && !/\.\w+$/.test(pathname);

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Whether the document alone does all that a press on this place means: it follows a link. */
export function isLeftToBrowser(event: MouseEvent): boolean {
  const link = linkAt(event);
  return link !== null && !(isPlain(event) && isSamePage(link));
}

/** What has to wait for the page's scripts when it is clicked; forms are sent and links followed without them. */
export function waitingTarget(event: MouseEvent): HTMLElement | null {
  if (!isPlain(event) || !(event.target instanceof Element)) return null;
  const button = event.target.closest<HTMLElement>('button[type=button]');
  if (button) return button;
  const link = linkAt(event);
  return link && isSamePage(link) ? link : null;
}
