import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { post } from '../../files/model/post-record.ts';
import { columnOf, listRecords, type Page } from '../../kinds/data/records.ts';
import { readClock, unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import type { LegalPage } from '../../records/data/legal.ts';
import type { PublicationRequest } from '../../versions/data/editing.ts';
import { type PostQuery, type PostRow, SORTS } from '../model/post-list.ts';
import type { ChangedText } from './changed-texts.ts';
import type { PostOptions } from './post-form.ts';

const SEARCHED = [columnOf(post, 'title'), columnOf(post, 'author')];

export interface DashboardData {
  readonly query: PostQuery;
  readonly page: Promise<Result<Page<PostRow>>>;
  readonly steps: Promise<Result<StepsState>> | null;
  readonly waiting: Promise<Result<readonly PublicationRequest[]>>;
  /** How many posts wait for a sign-off. */
  readonly unsigned: Promise<Result<number>>;
  readonly changed: Promise<Result<readonly ChangedText[]>> | null;
  readonly legal: Promise<Result<readonly LegalPage[]>>;
}

/** Drafts and scheduled posts included. In descending order drafts come first. */
export async function listPosts(client: StaffClient, query: PostQuery): Promise<Page<PostRow>> {
  const listed = listRecords(client, post, {
    page: query.page,
    order: { by: SORTS[query.sort], descending: query.descending },
    where: query.unsigned ? [['ai', 'generated']] : [],
    condition: query.search && containing(SEARCHED, query.search),
  });
  const [found] = await Promise.all([listed, readClock(client)]);
  return found;
}

/** How many posts a model wrote that nobody has signed off. */
export async function countUnsigned(client: StaffClient): Promise<number> {
  const answer = await client.from('posts').select('id', { count: 'exact' }).eq('ai', 'generated').limit(1);
  unwrap(answer);
  return answer.count ?? 0;
}

const stepsSchema = z.object({ done: z.array(z.string()), skipped: z.array(z.string()) });

export type StepsState = z.infer<typeof stepsSchema>;

export const readFirstSteps = async (client: StaffClient): Promise<StepsState> =>
  stepsSchema.parse(unwrap(await client.rpc('first_steps')));

/** Declares steps not needed, for everybody. */
export const skipFirstSteps = async (client: StaffClient, steps: readonly string[]): Promise<void> =>
  unwrapNothing(await client.rpc('skip_first_steps', { steps: [...steps] }));

// In the chunk of the form, as no other page of the admin needs it.
const reading = () => import(/* webpackChunkName: "admin-post" */ './post-form.ts');

/** Reads the choices and the citations of a post. `post`: null for a new one. */
export async function readOptions(client: StaffClient, post: string | null): Promise<PostOptions> {
  const [answer, { optionsOf }] = await Promise.all([
    client.rpc('choices_of_post', post === null ? {} : { post }),
    reading(),
  ]);
  return optionsOf(unwrap(answer));
}
