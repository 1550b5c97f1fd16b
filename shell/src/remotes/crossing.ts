import type { createBrowserRouter, Location } from 'react-router-dom';

type Router = ReturnType<typeof createBrowserRouter>;

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash;

/**
 * The form that is left has asked by the router's blocker already. Listeners of `beforeunload` run in the order in which
 * they were added, so that a listener could not stop those of forms.
 */
function leaveWithoutQuestion(): void {
  BeforeUnloadEvent.prototype.preventDefault = () => undefined;
}

const askAgain = () => Reflect.deleteProperty(BeforeUnloadEvent.prototype, 'preventDefault');

/**
 * Goes to a page of another generation by its document, as two generations of React never run in one. See
 * docs/decisions/0099.
 */
export function createCrossing() {
  /** The server sent this document for this address: it has no other one for it. */
  const ownPath = location.pathname;
  let router: Router | undefined;
  /** Where the browser is going. A revalidation discovers it again, as the same object; a second click has another. */
  let leftFor: Location | null = null;

  function go(target: Location, isReplacing: boolean): void {
    const address = addressOf(target);
    leftFor = target;
    leaveWithoutQuestion();
    // A step in the history has changed the address already.
    if (address === addressOf(location)) location.reload();
    else if (isReplacing) location.replace(address);
    else location.assign(address);
  }

  function stay(): void {
    leftFor = null;
    askAgain();
  }

  /** The router's next page does not stop the browser, whose document would take that page away later. */
  function stopWhenReplaced({ navigation }: Router['state']): void {
    if (!leftFor || navigation.location === leftFor) return;
    stay();
    window.stop();
  }

  /** The browser may restore this page later, as it was left: the router still waits for the page to which it went. */
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !leftFor || !router) return;
    stay();
    const { state } = router.state.location;
    void router.navigate(addressOf(location), { replace: true, preventScrollReset: true, state });
  });

  return {
    follow(of: Router): void {
      router = of;
      of.subscribe(stopWhenReplaced);
    },
    /** Settles only when another navigation takes its place. */
    async to(pathname: string, signal: AbortSignal): Promise<void> {
      const navigation = router?.state.navigation;
      const target = navigation?.location;
      if (!target || target.pathname !== pathname || pathname === ownPath) return;
      if (target !== leftFor) go(target, navigation.historyAction === 'REPLACE');
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
  };
}
