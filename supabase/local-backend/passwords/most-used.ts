import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ApiError } from '../http/api-error.ts';

const list = gunzipSync(readFileSync(new URL('most-used.txt.gz', import.meta.url)));

/** Where the list is from: README.md in this folder. */
export const mostUsed: ReadonlySet<string> = new Set(list.toString().trimEnd().split('\n'));

/** Whether an account, or whoever signs up with an address, must not choose a password of the most used ones. */
export type WantsStrongPassword = (address: string | null, account: string | null) => Promise<boolean>;

/** Answers as GoTrue does for a password that it knows from leaks. */
export async function requireStrongPassword(
  { email, password }: Readonly<Record<string, unknown>>,
  account: string | null,
  isWanted: WantsStrongPassword,
): Promise<void> {
  if (typeof password !== 'string' || !mostUsed.has(password.toLowerCase())) return;
  if (!(await isWanted(typeof email === 'string' ? email : null, account))) return;
  throw new ApiError(
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    {},
    { weak_password: { reasons: ['pwned'] } },
  );
}
