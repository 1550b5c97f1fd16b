/** The server bundle of a tiny remote that runs `deed` in place of every nth rendering. */
const failing = (every: number, deed: string) => `
let count = 0;
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [{
    id: 'tiny',
    path: '/tiny',
    Component() {
      count += 1;
      if (count % ${every} === 0) ${deed};
      return 'two';
    },
  }],
};`;

export const ONE_OF_TEN_FAILS = failing(10, "throw new Error('kaputt')");

/** An exception outside of any promise ends the process. */
export const ONE_OF_TWELVE_ENDS_ITS_RENDERER = failing(12, "queueMicrotask(() => { throw new Error('kaputt'); })");
