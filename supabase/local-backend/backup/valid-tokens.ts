import { type Database, hasTable } from '../database/database.ts';

/** Never a secret or its hash. */
export interface ValidToken {
  id: string;
  owner: string;
  remotes: string;
  may: string;
  author: string;
  ends: string;
}

/** Tables of earlier migrations have no column `created_by_account`. */
const VALID_TOKENS = `
  select t.id, coalesce(t.team, t.kind) as owner,
    coalesce((
      select string_agg(r.name, ', ' order by r.name) from shipping.remotes r where r.team = t.team
    ), case t.kind when 'team' then 'none' else 'all' end) as remotes,
    case t.kind when 'team' then array_to_string(t.may, ', ') when 'shell' then 'read' else 'everything' end as may,
    coalesce(u.email, nullif(t.created_by, ''), 'former member') as author,
    case when isfinite(t.expires_at) then to_char(t.expires_at, 'YYYY-MM-DD') else 'no end' end as ends
  from shipping.deploy_tokens t
  left join auth.users u on u.id::text = to_jsonb(t) ->> 'created_by_account'
  where t.revoked_at is null and t.expires_at > now()
  order by t.kind, t.team, t.created_at, t.id
`;

export async function validTokens(database: Database): Promise<ValidToken[]> {
  return (await hasTable(database, 'shipping.deploy_tokens')) ? database.query<ValidToken>(VALID_TOKENS) : [];
}
