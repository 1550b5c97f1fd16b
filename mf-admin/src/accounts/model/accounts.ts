import { z } from 'zod/mini';

export const ROLES = ['publisher', 'editor', 'author'] as const;

export const ROLE_NAMES = { publisher: 'Publisher', editor: 'Editor', author: 'Author' } as const;

const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  since: z.string(),
  last_sign_in_at: z.nullable(z.string()),
  is_operator: z.boolean(),
  role: z.enum(ROLES),
});

const invitationSchema = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  note: z.nullable(z.string()),
  invited_by: z.nullable(z.string()),
  expires_at: z.string(),
  role: z.enum(ROLES),
});

export const accountsSchema = z.object({
  sign_up: z.enum(['open', 'invited', 'closed']),
  total: z.number(),
  may_name_operators: z.boolean(),
  may_invite: z.boolean(),
  staff: z.array(accountSchema),
  invitations: z.array(invitationSchema),
});

export type Account = z.infer<typeof accountSchema>;

/** An invitation that nobody has accepted yet. Without `email` everybody who has the link can accept it. */
export type OpenInvitation = z.infer<typeof invitationSchema>;

export type Accounts = z.infer<typeof accountsSchema>;

export const isExpired = ({ expires_at }: OpenInvitation, now: Date) => new Date(expires_at) <= now;
