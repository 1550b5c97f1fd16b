import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { containing } from '@ki/shared/data/containing.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { post } from '../../files/model/post-record.ts';
import { columnOf, listRecords, type Page } from '../../kinds/data/records.ts';
import { readClock } from '../../kit/data/as-staff.ts';
import { LEGAL_SLUGS } from '../../records/model/legal.ts';
import { type PostQuery, type PostRow, SORTS } from '../model/post-list.ts';
import type { ChangedText } from './changed-texts.ts';
import type { PostOptions } from './post-form.ts';
import type { Waits } from './what-waits.ts';

const SEARCHED = [columnOf(post, 'title'), columnOf(post, 'author')];

export interface DashboardData {
  readonly query: PostQuery;
  readonly page: Promise<Result<Page<PostRow>>>;
  readonly waits: Promise<Result<Waits>>;
  /** The same; null for whoever searches or sorts: they have posts before them. */
  readonly steps: Promise<Result<Waits>> | null;
  readonly changed: Promise<Result<readonly ChangedText[]>> | null;
  /** The shell's, for operators. */
  readonly warnings: Promise<readonly string[]>;
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

// In the chunk of the dashboard, as no other page of the admin needs it.
const dashboard = () => import(/* webpackChunkName: "admin-dashboard" */ './what-waits.ts');

/** Reads what the dashboard shows above its posts. */
export async function readWaits(client: StaffClient): Promise<Waits> {
  const [answer, { waitsSchema }] = await Promise.all([
    client.rpc('what_waits', { legal: [...LEGAL_SLUGS] }),
    dashboard(),
  ]);
  return waitsSchema.parse(unwrap(answer));
}

export const readWarnings = async () => (await dashboard()).readWarnings();

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
