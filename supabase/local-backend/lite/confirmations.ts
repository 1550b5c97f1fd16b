import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Connection } from '@supabase/lite';
import { sql } from 'kysely';

export interface Mail {
  to: string;
  subject: string;
  text?: string;
}

/** Where the links of mails lead. */
export const SITE_URL = 'http://localhost:3000';

export type SendMail = (mail: Mail) => Promise<void>;

/** GoTrue's `smtp_max_frequency`. */
const BETWEEN_MAILS = '60 seconds';

interface Account {
  id: string;
  email: string;
  is_confirmed: boolean;
  is_mailed: boolean;
  user_metadata: object;
  identities: object[];
}

/**
 * Answers a sign-up with a taken address as GoTrue does where addresses are confirmed by mail: whoever asks does not learn
 * that the address is taken, and an unconfirmed account keeps its first password. Lite always answers 429.
 */
export async function asIfNew(request: Request, response: Response, accounts: Connection, sendMail: SendMail) {
  if (response.status !== 429 || !new URL(request.url).pathname.endsWith('/signup')) return response;
  const { email, data = {} } = (await request.json()) as { email: string; data?: object };
  const { rows } = await sql<Account>`
    select u.id, u.email, u.email_confirmed_at is not null as is_confirmed,
      coalesce(u.confirmation_sent_at > now() - ${BETWEEN_MAILS}::interval, false) as is_mailed,
      u.raw_user_meta_data as user_metadata,
      (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from auth.identities i where i.user_id = u.id) as identities
    from auth.users u where u.email = lower(${email})
  `.execute(accounts.kysely);
  const [account] = rows;
  if (!account) return response;
  if (account.is_confirmed) {
    return Response.json(userOf({ ...account, id: randomUUID(), user_metadata: data, identities: [] }));
  }
  if (account.is_mailed) return response;
  await mailAgain(account, accounts, sendMail);
  return Response.json(userOf(account));
}

function userOf({ id, email, user_metadata, identities }: Account): object {
  const now = new Date().toISOString();
  return {
    ...{ id, aud: 'authenticated', role: '', email, phone: '', confirmation_sent_at: now },
    ...{ app_metadata: { provider: 'email', providers: ['email'] }, user_metadata, identities },
    ...{ created_at: now, updated_at: now, is_anonymous: false },
  };
}

async function mailAgain({ id, email }: Account, accounts: Connection, sendMail: SendMail): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  // The hash by which lite finds the account.
  const token = createHash('sha256').update(`${email}${code}`).digest('hex');
  await sql`
    update auth.users set confirmation_token = ${token}, confirmation_sent_at = now() where id = ${id}::uuid
  `.execute(accounts.kysely);
  const link = `${SITE_URL}/auth/v1/verify?token=${token}&type=signup&redirect_to=${SITE_URL}`;
  await sendMail({ to: email, subject: 'Confirm Your Signup', text: `Or follow this link: ${link}` });
}
