import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

export interface Offer {
  readonly id: string;
  readonly title: string;
  /** The banner names public offers only. */
  readonly isPublic: boolean;
}

export interface Offers {
  readonly workshops: readonly Offer[];
  readonly courses: readonly Offer[];
}

export async function listOffers(client: StaffClient): Promise<Offers> {
  const [workshops, courses] = await Promise.all([
    client.from('workshops').select('id, title').order('title'),
    client.from('courses').select('id, title, is_published').order('title'),
  ]);
  return {
    workshops: unwrap(workshops).map(({ id, title }) => ({ id, title, isPublic: true })),
    courses: unwrap(courses).map(({ id, title, is_published }) => ({ id, title, isPublic: is_published })),
  };
}
