import type { Database } from '../local-backend/database/database.ts';
import { stableId } from './references.ts';

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'lernen-mit-ki' };
const { email: EMAIL, password: PASSWORD } = ADMINISTRATOR;

export const administratorId = stableId('user', EMAIL);

/** Only the embedded demo has an account with a published password and a sign-up that makes everybody staff. */
export async function openDemo(database: Database): Promise<void> {
  await database.query(
    `insert into auth.users
       (id, email, encrypted_password, email_confirmed_at, aud, role, raw_app_meta_data, raw_user_meta_data)
     select $1::uuid, $2::text, extensions.crypt($3::text, extensions.gen_salt('bf', 10)), now(), 'authenticated',
       'authenticated', '{"provider": "email", "providers": ["email"]}', '{"email_verified": true}'
     where not exists (select from auth.users where id = $1::uuid)`,
    [administratorId, EMAIL, PASSWORD],
  );
  await database.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     select $1::uuid, 'email', $1::text, $1::uuid,
       jsonb_build_object('sub', $1::text, 'email', $2::text, 'email_verified', true)
     where not exists (select from auth.identities where user_id = $1::uuid)`,
    [administratorId, EMAIL],
  );
  // Sign-up may be closed, and then the trigger on new accounts would refuse this one.
  await database.query('insert into private.staff (user_id) values ($1) on conflict do nothing', [administratorId]);
  await openSignUp(database);
}

export async function hasAdministrator(database: Database): Promise<boolean> {
  return (await database.query('select from auth.users where id = $1', [administratorId])).length > 0;
}

export async function openSignUp(database: Database): Promise<void> {
  await database.query("update private.settings set sign_up = 'open'");
}

/**
 * Ends a demo whose database was moved to a server, with the account that everybody could use, unless its password was
 * changed; tells whether it was one.
 */
export function endDemo(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const deleted = await transaction.query(
      'delete from auth.users where email = $1 and encrypted_password = extensions.crypt($2, encrypted_password) returning id',
      [EMAIL, PASSWORD],
    );
    if (deleted.length === 0) return false;
    await transaction.query("update private.settings set sign_up = 'invited' where sign_up = 'open'");
    return true;
  });
}
