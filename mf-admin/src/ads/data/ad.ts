import { isTeam } from '@ki/shared/format/ad.ts';

export const audienceOf = (type: string) => (isTeam(type) ? 'Team' : 'Individual');

/** An ad in the list. */
export interface AdRow {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly type: string;
  readonly isActive: boolean;
  /** ISO 8601, both. */
  readonly createdAt: string;
  readonly updatedAt: string;
}
