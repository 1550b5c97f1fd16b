/**
 * Every status from 500 on that a request may get while everything works, and why. Another one is a fault.
 * @type {Readonly<Record<'rest' | 'auth' | 'functions' | 'shell', Readonly<Record<number, string>>>>}
 */
export const DECLARED_FAILURES = {
  rest: {
    503: 'so many visitors ask at once that the turn of one does not come',
    504: 'a question that takes longer than the statement timeout',
  },
  auth: {},
  functions: {
    502: 'the provider refused, or answered what cannot be read',
    503: 'no key for the provider is set, or the provider asks to wait',
    504: 'the provider took too long',
  },
  shell: { 503: 'more pages are asked for at once than are rendered at once; with Retry-After' },
};
