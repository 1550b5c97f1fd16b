import { expect } from '@playwright/test';
import { sample } from '../../shell/jobs/pictures/testing/samples.ts';
import { sqlOf } from './platform-sql.ts';
import { dataDirOfPlatform } from './running-platform.ts';

export const NOT_PUBLIC = 'The host is not on the public internet.';

/** Waits until the platform's shell has refused to ask an address of this machine. */
export async function untilRefused(address: string): Promise<void> {
  const sql = await sqlOf(dataDirOfPlatform());
  try {
    const failure = async () => (await sql`select failure from public.pictures where origin = ${address}`)[0]?.failure;
    await expect.poll(failure).toBe(NOT_PUBLIC);
  } finally {
    await sql.end();
  }
}

/** Stores a picture of 3 × 2 pixels as the copy of an address, as the program does that has fetched it. */
export async function storeCopy(address: string): Promise<void> {
  const sql = await sqlOf(dataDirOfPlatform());
  try {
    const picture = { type: 'image/png', width: 3, height: 2, data: sample('png').toString('base64') };
    await sql`
      select private.copy_picture_done(p.id, ${sql.json(picture)})
      from public.pictures p where p.origin = ${address}`;
  } finally {
    await sql.end();
  }
}
