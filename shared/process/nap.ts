/** Returns a pause that ends early when it is told to, and resolves with whether it was. A call before the pause counts once. */
export function createNap(listen: (tell: () => void) => void): (ms: number) => Promise<boolean> {
  let isTold = false;
  let wake = () => {};
  listen(() => {
    isTold = true;
    wake();
  });
  return async (ms) => {
    if (!isTold) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wasTold = isTold;
    isTold = false;
    return wasTold;
  };
}
