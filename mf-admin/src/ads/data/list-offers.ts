import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

export interface Offer {
  readonly id: string;
  readonly title: string;
  /** Visitors can see it: the banner names no other. */
  readonly isPublic: boolean;
}

/** What an ad may promote. */
export interface Offers {
  readonly workshops: readonly Offer[];
  readonly courses: readonly Offer[];
}

/** Everything that an ad may promote, drafts of courses included, by title. */
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
