import { unstable_forceFrameRate as setFrameRate } from 'scheduler';

/** Slices of 30 ms delay no input noticeably. */
const LONG_SLICES = 33;
const DEFAULT_SLICES = 0;

interface Location {
  readonly pathname: string;
}

interface Router {
  readonly subscribe: (
    listener: (state: {
      readonly location: Location;
      readonly navigation: { readonly location?: Location | undefined };
    }) => void,
  ) => () => void;
}

/** The browser recalculates all styles after each slice, which takes longer than the page when slices are short. */
export function renderInLongSlices(router: Router): void {
  const reset = () => setFrameRate(DEFAULT_SLICES);
  for (const input of ['pointerdown', 'keydown']) {
    addEventListener(input, reset, { capture: true, passive: true });
  }
  let target: Location | undefined;
  router.subscribe(({ location, navigation }) => {
    // The router notifies several times for one navigation.
    if (navigation.location === target) return;
    target = navigation.location;
    if (target && target.pathname !== location.pathname) setFrameRate(LONG_SLICES);
  });
}
