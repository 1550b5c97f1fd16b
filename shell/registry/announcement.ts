import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RuntimeInfo } from '@ki/shared/federation/runtime.ts';
import { writeJson } from '@ki/shared/process/files.ts';
import { isAlive } from '@ki/shared/process/on-stop.mjs';
import { ownUrl } from '@ki/shared/process/ports.ts';
import { z } from 'zod';
import type { SiteConfig } from './registry.ts';

const generationsSchema = z.array(z.object({ contract: z.int(), singletons: z.record(z.string(), z.string()) })).min(1);

const announcementSchema = z.object({
  pid: z.int(),
  port: z.int(),
  url: z.url(),
  siteUrl: z.string(),
  supabase: z.object({ url: z.string(), key: z.string() }),
  /** Those that the shell serves, newest first. */
  generations: generationsSchema,
});

export type Announcement = z.infer<typeof announcementSchema>;

const ANSWER_MS = 2_000;

const fileIn = (dataDir: string) => path.join(dataDir, 'shell.json');

export async function announce(
  { dataDir, port, host, siteUrl, supabase }: SiteConfig & { readonly host: string },
  generations: readonly RuntimeInfo[],
): Promise<void> {
  const { pid } = process;
  const url = ownUrl(host, port);
  const announcement = { pid, port, url, siteUrl, supabase, generations };
  await writeJson(fileIn(dataDir), announcement);
}

/** Whether an address answers 2xx in time. */
export async function answers(url: string, options: RequestInit = {}): Promise<boolean> {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  return answer?.ok ?? false;
}

export async function runningShell(dataDir: string): Promise<Announcement | null> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => 'null');
  const parsed = announcementSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return null;
  const { pid, url } = parsed.data;
  return isAlive(pid) && (await answers(`${url}/healthz`)) ? parsed.data : null;
}

const SITE_ANSWER_MS = 5_000;

const platformSchema = z.object({
  supabase: z.object({ url: z.url(), key: z.string() }),
  generations: generationsSchema,
});

/** `/platform.json` of a site's shell, or `null` where no site is named or none responds. */
export async function shellOfSite(siteUrl: string | undefined) {
  if (!siteUrl) return null;
  const signal = AbortSignal.timeout(SITE_ANSWER_MS);
  const answer = await fetch(new URL('/platform.json', siteUrl), { signal }).catch(() => null);
  if (!answer?.ok) return null;
  const { success, data } = platformSchema.safeParse(await answer.json().catch(() => null));
  if (!success) throw new Error(`SITE_URL is "${siteUrl}", where no platform of this kind answers`);
  return { siteUrl, ...data };
}
