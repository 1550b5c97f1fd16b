import { site } from '@ki/shared/contract/site.ts';
import { paths } from '../contract/paths.ts';
import { parseDuration } from '../format/durations.ts';

/** A node of schema.org's vocabulary. Builders for all pages; documents have the nodes, bundles for browsers do not. */
export type Node = Readonly<Record<string, unknown>>;

const CONTEXT = 'https://schema.org';

export function organization(origin: string): Node {
  const { name, details } = site();
  const profiles = details?.socialLinks ?? [];
  return { '@type': 'Organization', name, url: `${origin}/`, ...(profiles.length > 0 && { sameAs: profiles }) };
}

/** The properties of every page's own node; one without a value is left out. */
export function nodeOf(type: string, values: Node): Node {
  const known = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return { '@context': CONTEXT, '@type': type, inLanguage: site().language, ...Object.fromEntries(known) };
}

interface Crumb {
  readonly name: string;
  readonly path: string;
}

export const breadcrumbs = (crumbs: readonly Crumb[], origin: string): Node => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Startseite', path: paths.home }, ...crumbs].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

/** A list of pages. Little, as lists are the lightest pages and their head says the rest. */
export const collection = ({ name, path }: Crumb, origin: string): Node => ({
  '@context': CONTEXT,
  '@type': 'CollectionPage',
  name,
  url: origin + path,
});

/** A duration as ISO 8601 has it, from HH:MM:SS; nothing for none. */
export function isoDuration(duration: string): string | undefined {
  const { hours, minutes } = parseDuration(duration);
  if (hours === 0 && minutes === 0) return undefined;
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}`;
}

export const offer = ({ price, url }: { readonly price: number; readonly url: string }): Node => ({
  '@type': 'Offer',
  category: price === 0 ? 'Free' : 'Paid',
  price,
  priceCurrency: site().currency,
  availability: `${CONTEXT}/InStock`,
  url,
});

interface Instance {
  readonly mode: 'Online' | 'Onsite';
  readonly workload: string | undefined;
  readonly places?: number;
}

/** A course takes place by agreement, so that an instance has a workload and no dates. */
export const courseInstance = ({ mode, workload, places }: Instance): Node => ({
  '@type': 'CourseInstance',
  courseMode: mode,
  ...(workload && { courseWorkload: workload }),
  ...(places && { maximumAttendeeCapacity: places }),
});
