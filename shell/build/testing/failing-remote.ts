/** The server bundle of a tiny remote of which every tenth page throws. */
export const ONE_OF_TEN_FAILS = `
let count = 0;
exports.remote = {
  contract: 1,
  id: 'mf-tiny',
  routes: [{
    id: 'tiny',
    path: '/tiny',
    Component() {
      count += 1;
      if (count % 10 === 0) throw new Error('kaputt');
      return 'two';
    },
  }],
};`;
