import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Health } from '../model/health.ts';
import { type Overview, overviewSchema } from '../model/platform.ts';
import { readHealth } from './read-health.ts';

/** Entries of the history on one page. */
export const HISTORY_SIZE = 20;

export interface Asked {
  /** Of the history, from 1. */
  readonly page: number;
  /** Whose history; `null`: all of it. */
  readonly remote: string | null;
}

export interface Platform {
  readonly overview: Overview;
  readonly health: Health | null;
}

async function readOverview(client: StaffClient, { page, remote }: Asked): Promise<Overview> {
  const part = { skip: (page - 1) * HISTORY_SIZE, take: HISTORY_SIZE, ...(remote && { of_remote: remote }) };
  return overviewSchema.parse(unwrap(await client.rpc('platform_overview', part)));
}

/** What an operator sees of the platform. Throws `forbidden` for anybody else. */
export async function readPlatform(client: StaffClient, asked: Asked): Promise<Platform> {
  const [overview, health] = await Promise.all([readOverview(client, asked), readHealth()]);
  return { overview, health };
}
