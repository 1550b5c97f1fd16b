import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** `isPublic`: the banner names public offers only. */
export async function listOffers(client: StaffClient) {
  const [workshops, courses] = await Promise.all([
    client.from('workshops').select('id, title').order('title'),
    client.from('courses').select('id, title, is_published').order('title'),
  ]);
  return {
    workshops: unwrap(workshops).map(({ id, title }) => ({ id, title, isPublic: true })),
    courses: unwrap(courses).map(({ id, title, is_published }) => ({ id, title, isPublic: is_published })),
  };
}
export type Offers = Awaited<ReturnType<typeof listOffers>>;
