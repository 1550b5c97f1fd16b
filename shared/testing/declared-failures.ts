/** The 5xx responses of a healthy system, with their causes. Any other 5xx is a fault. */
export const DECLARED_FAILURES: Readonly<
  Record<'rest' | 'auth' | 'functions' | 'shell', Readonly<Record<number, string>>>
> = {
  rest: {
    503: 'too many concurrent requests: this one waited too long',
    504: 'a query that takes longer than the statement timeout',
  },
  auth: {},
  functions: {
    502: 'the provider refused the request, or its response is unreadable',
    503: 'no key for the provider is set, or its rate limit is reached',
    504: 'the provider took too long',
  },
  shell: { 503: 'more concurrent page requests than the render limit; with Retry-After' },
};
