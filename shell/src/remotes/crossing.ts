import type { createBrowserRouter, Location } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;

/**
 * The form that is left has asked by the router's blocker already. Listeners of `beforeunload` run in the order in which
 * they were added, so that a listener could not stop those of forms.
 */
function leaveWithoutQuestion(signal: AbortSignal): void {
  const { prototype } = BeforeUnloadEvent;
  prototype.preventDefault = () => undefined;
  signal.addEventListener('abort', () => Reflect.deleteProperty(prototype, 'preventDefault'), { once: true });
}

/** The router does not say whether a navigation in progress replaces its entry. */
function watchReplacing(router: Router): () => boolean {
  const navigate = router.navigate.bind(router) as (to: unknown, options?: { replace?: boolean }) => Promise<void>;
  let isReplacing = false;
  router.navigate = (to: unknown, options?: { replace?: boolean }) => {
    isReplacing = options?.replace === true;
    return navigate(to, options);
  };
  return () => isReplacing;
}

/**
 * Goes to a page of another generation by its document, as two generations of React never run in one. See
 * docs/decisions/0099.
 */
export function createCrossing() {
  /** The server sent this document for this address: it has no other one for it. */
  const ownPath = location.pathname;
  let router: Router | undefined;
  let isReplacing = () => false;
  let hasLeft = false;

  function go(target: Location, signal: AbortSignal): void {
    const address = addressOf(target);
    hasLeft = true;
    leaveWithoutQuestion(signal);
    // A step in the history has changed the address already.
    if (address === addressOf(location)) location.reload();
    else if (isReplacing()) location.replace(address);
    else location.assign(address);
  }

  /** The browser may restore this page later, as it was left: the router still waits for the page to which it went. */
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !hasLeft || !router) return;
    hasLeft = false;
    void router.navigate(addressOf(location), { replace: true, preventScrollReset: true });
  });

  return {
    follow(of: Router): void {
      router = of;
      isReplacing = watchReplacing(of);
    },
    /** Settles only when another navigation takes its place. */
    async to(pathname: string, signal: AbortSignal): Promise<void> {
      const target = router?.state.navigation.location;
      if (!target || target.pathname !== pathname || pathname === ownPath) return;
      go(target, signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
}
