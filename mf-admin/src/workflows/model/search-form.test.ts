import { expect, test } from 'vitest';
import { domainsIn, NEW_SEARCH, searchSchema } from './search-form.ts';

test('one field holds several domains', () => {
  expect(domainsIn(' admin.ch, https://www.Alice.ch/kurse;-reddit.com  admin.ch')).toEqual([
    'admin.ch',
    'www.alice.ch',
    '-reddit.com',
  ]);
  expect(domainsIn(' ')).toEqual([]);
});

test('a search starts with ten results of a month', () => {
  expect(searchSchema.parse({ ...NEW_SEARCH, query: ' Was gilt? ' })).toEqual({
    query: 'Was gilt?',
    maxResults: 10,
    recency: 'month',
    domains: [],
  });
});

test.for([
  ['query', { query: ' ' }, 'Please enter a query.'],
  ['domains', { query: 'a', domains: 'admin' }, 'Please enter domains such as admin.ch.'],
] as const)('a wrong %s is said', ([field, values, message]) => {
  const { error } = searchSchema.safeParse({ ...NEW_SEARCH, ...values });
  expect(error?.issues).toMatchObject([{ path: [field], message }]);
});
