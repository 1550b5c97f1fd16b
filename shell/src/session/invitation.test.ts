import { paths } from '@ki/shared/contract/paths.ts';
import { expect, test } from 'vitest';
import { invitationToken } from './invitation.ts';

test('the token of a link is found again', () => {
  const { hash } = new URL(paths.invitation('a1b2'), 'https://ki.example.org');
  expect(invitationToken(hash)).toBe('a1b2');
});

test.each(['', '#', '#top', '#access_token=a1b2'])('%s is the link of no invitation', (fragment) => {
  expect(invitationToken(fragment)).toBeNull();
});
