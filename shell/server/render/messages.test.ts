import { expect, test } from 'vitest';
import { llmsSchema } from './messages.ts';

const given = (dependencies: unknown) => ({ sections: [], dependencies });

test.each([
  ['of known tags', ['posts', 'pages'], ['posts', 'pages']],
  ['of nothing', [], []],
  ['that cannot be said', null, null],
  ['of a tag of another generation', ['posts', 'articles'], null],
])('an answer %s is valid', (_what, sent, dependencies) => {
  expect(llmsSchema.parse(given(sent))).toEqual(given(dependencies));
});

test.each([undefined, 'posts', [7], Array(101).fill('posts')])('dependencies are no %j', (sent) => {
  expect(llmsSchema.safeParse(given(sent)).success).toBe(false);
});
