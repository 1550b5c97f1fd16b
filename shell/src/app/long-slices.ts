import { unstable_forceFrameRate as setSlices } from 'scheduler';

/** As many slices a second: each lasts 30 ms, so that even with what overruns none keeps an input waiting noticeably. */
const LONG = 33;
/** What the scheduler itself takes: 5 ms. */
const USUAL = 0;

interface Place {
  readonly pathname: string;
}

interface Navigating {
  readonly subscribe: (
    listener: (state: {
      readonly location: Place;
      readonly navigation: { readonly location?: Place | undefined };
    }) => void,
  ) => () => void;
}

/**
 * Draws the page that somebody goes to in long slices until they do something else. Each slice of a new page adds style
 * rules, and the browser works out the styles of all that is still shown before it lets the next one begin: with the
 * usual slices that takes longer than the page.
 */
export function drawPagesInLongSlices(router: Navigating): void {
  const goBack = () => setSlices(USUAL);
  for (const input of ['pointerdown', 'keydown']) {
    addEventListener(input, goBack, { capture: true, passive: true });
  }
  let goingTo: Place | undefined;
  router.subscribe(({ location, navigation }) => {
    // Told of several times.
    if (navigation.location === goingTo) return;
    goingTo = navigation.location;
    if (goingTo && goingTo.pathname !== location.pathname) setSlices(LONG);
  });
}
