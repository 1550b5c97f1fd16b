import { z } from '../../records/model/z.ts';

const accountSchema = z.object({
  id: z.string(),
  email: z.string(),
  since: z.string(),
  last_sign_in_at: z.string().nullable(),
  is_operator: z.boolean(),
});

const invitationSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  note: z.string().nullable(),
  invited_by: z.string().nullable(),
  expires_at: z.string(),
});

/** What the database answers about staff and invitations. */
export const accountsSchema = z.object({
  sign_up: z.enum(['open', 'invited', 'closed']),
  total: z.number(),
  may_name_operators: z.boolean(),
  staff: z.array(accountSchema),
  invitations: z.array(invitationSchema),
});

/** Somebody who may use the admin area. */
export type Account = z.infer<typeof accountSchema>;

/** An invitation that nobody has accepted yet; without `email` it is for whoever has its link. */
export type OpenInvitation = z.infer<typeof invitationSchema>;

export type Accounts = z.infer<typeof accountsSchema>;

/** Whether the link of an invitation is too old at a moment. */
export const isExpired = ({ expires_at }: OpenInvitation, now: Date) => new Date(expires_at) <= now;
