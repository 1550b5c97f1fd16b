import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PostOptions } from './citations.ts';

// In the chunk of the form, as no other page of the admin needs it.
const reading = () => import(/* webpackChunkName: "admin-post" */ './citations.ts');

/** Reads the choices and the citations of a post. `post`: null for a new one. */
export async function readOptions(client: StaffClient, post: string | null): Promise<PostOptions> {
  const [answer, { optionsOf }] = await Promise.all([
    client.rpc('choices_of_post', post === null ? {} : { post }),
    reading(),
  ]);
  return optionsOf(unwrap(answer));
}
