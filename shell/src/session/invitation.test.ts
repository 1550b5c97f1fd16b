import { paths } from '@ki/shared/contract/paths.ts';
import { expect, test } from 'vitest';
import { invitationToken } from './invitation.tsx';

test('the token is read from the fragment of an invitation link', () => {
  const { hash } = new URL(paths.invitation('a1b2'), 'https://ki.example.org');
  expect(invitationToken(hash)).toBe('a1b2');
});

test.each(['', '#', '#top', '#access_token=a1b2'])('the fragment "%s" is no invitation', (fragment) => {
  expect(invitationToken(fragment)).toBeNull();
});
