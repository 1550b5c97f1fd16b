import type { StaffClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';

export function refuse(error: { readonly status?: number | undefined; readonly message: string } | null): void {
  if (!error) return;
  const code = error.status === 401 ? 'unauthenticated' : error.status ? 'invalid' : 'unavailable';
  throw new DataError(code, error.message);
}

export async function readFactors({ auth }: StaffClient) {
  const { data, error } = await auth.mfa.listFactors();
  refuse(error);
  return data?.all ?? [];
}

/** Whether the own account has a second factor. */
export const hasFactor = async (client: StaffClient): Promise<boolean> =>
  (await readFactors(client)).some(({ status }) => status === 'verified');
