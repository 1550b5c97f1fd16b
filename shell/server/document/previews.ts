import { paths } from '@ki/shared/contract/paths.ts';
import type { PreviewAddress } from '@ki/shared/contract/preview.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { StoredPreview } from '@ki/shared/data/read-preview.ts';
import { addressOn, type HttpRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Limited } from '../render/limit.ts';
import type { ForReader, Loadable } from '../resolve/resolve.ts';
import type { PageTarget, Targets } from '../resolve/target.ts';
import type { TagVersions } from '../tags/tag-versions.ts';
import { errorPage, UNAVAILABLE } from './error-page.ts';
import type { ShownPreview } from './preview-page.ts';

interface Services {
  /** `null` when the link has ended. */
  readonly read: (asked: PreviewAddress) => Promise<StoredPreview | null>;
  readonly render: (target: PageTarget, versions: TagVersions | null, preview: ShownPreview) => Promise<HttpResponse>;
  readonly siteUrl: string;
  readonly limited: Limited;
  readonly loadable: Loadable;
  readonly targets: Pick<Targets, 'own'>;
}

const NO_COURSE = { course: null } as const;

/** Where visitors see the record, or would see it. `null` for a lesson of what is no course. */
function addressesOf({ relation, row }: StoredPreview, lesson: string | null) {
  const slug = String(row.slug);
  if (relation === 'courses') {
    const course = paths.course({ slug });
    return { address: lesson === null ? course : paths.lesson({ courseSlug: slug, lessonId: lesson }), course };
  }
  if (lesson !== null) return null;
  if (relation === 'workshops') return { address: paths.workshopPage({ workshop: row.id }), ...NO_COURSE };
  return { address: relation === 'posts' ? paths.post({ slug }) : paths.page({ slug }), ...NO_COURSE };
}

/** Renders previews, each for its request alone: nothing of them is cached. `null` for a link that has ended. */
export function createPreviewService({ read, render, siteUrl, limited, loadable, targets }: Services) {
  async function show(asked: PreviewAddress, { releases, versions }: ForReader): Promise<HttpResponse | null> {
    const found = await settle(read(asked));
    if (!found.ok) return errorPage(503, UNAVAILABLE, { 'retry-after': '5' });
    const preview = found.data;
    const addresses = preview && addressesOf(preview, asked.lesson);
    if (!addresses) return null;
    const { address, course } = addresses;
    const url = addressOn(siteUrl, { pathname: address });
    const target = await loadable(targets.own(url, releases.inForce), releases, url);
    return render(target, versions, { row: preview.row, token: asked.token, expiresAt: preview.expires_at, course });
  }

  return (asked: PreviewAddress, reader: ForReader, { client }: HttpRequest): Promise<HttpResponse | null> =>
    limited(() => show(asked, reader), { client });
}
