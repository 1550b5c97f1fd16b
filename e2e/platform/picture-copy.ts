import { expect } from '@playwright/test';
import { sample } from '../../shell/jobs/pictures/testing/samples.ts';
import { sqlOf } from './platform-sql.ts';
import { dataDirOfPlatform } from './running-platform.ts';

export const NOT_PUBLIC = 'The host is not on the public internet.';

/** Waits until the platform's shell has refused to ask an address of this machine. */
export async function untilRefused(address: string): Promise<void> {
  const sql = await sqlOf(dataDirOfPlatform());
  try {
    const failure = async () =>
      (await sql`select failure from private.picture_copies where address = ${address}`)[0]?.failure;
    await expect.poll(failure).toBe(NOT_PUBLIC);
  } finally {
    await sql.end();
  }
}

/** Stores a picture of 3 × 2 pixels as the copy of an address, as a shell does that has fetched it. */
export async function storeCopy(address: string): Promise<void> {
  const sql = await sqlOf(dataDirOfPlatform());
  try {
    const [copy] = await sql`select id, attempts as attempt from private.picture_copies where address = ${address}`;
    const picture = { ...copy, type: 'image/png', width: 3, height: 2, data: sample('png').toString('base64') };
    const [stored] = await sql`
      select store_picture(
        shipping.create_deploy_token(shipping.operator_token(), 'shell', null, null, 1), ${sql.json(picture)}
      ) as is_stored`;
    expect(stored?.is_stored).toBe(true);
  } finally {
    await sql.end();
  }
}
