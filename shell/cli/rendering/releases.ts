import type { Platform } from '@ki/shared/contract/registry.ts';
import type { Registry, Release } from '../../registry/schema.ts';
import type { SiteConfig } from '../../registry/site-config.ts';
import type { Store } from '../../registry/store/store.ts';
import type { Bundle } from '../../server/render/messages.ts';
import { bundleOf } from '../bundle.ts';
import { platformWith } from '../checks/subject.ts';

/** A release that browsers or servers may run, or to which a rollback goes. */
interface Served {
  /** `mf-blog@1.0.0-0a1b (live)` */
  readonly title: string;
  readonly release: Release;
  readonly origin: string | undefined;
}

export interface Renderable extends Pick<Served, 'title' | 'release'> {
  readonly bundle: Bundle;
  readonly platform: Platform;
}

export interface Found {
  readonly renderable: readonly Renderable[];
  /** Title and reason of each release whose bundle cannot be read. */
  readonly missing: readonly string[];
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The releases of a registry that are live, a canary or one to go back to; those of retired remotes are not. */
function servedIn({ remotes }: Registry): readonly Served[] {
  return Object.values(remotes).flatMap(({ origin, live, canary, previous }) => {
    const of = (release: Release, state: string): Served => ({
      title: `${release.name}@${release.version} (${state})`,
      release,
      origin,
    });
    return [
      of(live, 'live'),
      ...(canary ? [of(canary.release, 'canary')] : []),
      ...previous.map((release) => of(release, 'to go back to')),
    ];
  });
}

export async function findReleases(registry: Registry, store: Store, config: SiteConfig): Promise<Found> {
  const renderable: Renderable[] = [];
  const missing: string[] = [];
  for (const { title, release, origin } of servedIn(registry)) {
    try {
      const bundle = await bundleOf(store, release, origin);
      renderable.push({ title, release, bundle, platform: platformWith(registry, release, config) });
    } catch (error) {
      missing.push(`${title}: ${messageOf(error)}`);
    }
  }
  return { renderable, missing };
}
