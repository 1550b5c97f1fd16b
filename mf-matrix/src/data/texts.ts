import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { PageText, TextLink, Texts } from '@ki/shared/contract/remote-module.ts';
import { site } from '@ki/shared/contract/site.ts';
import { linkList, withFrontMatter, withParts } from '@ki/shared/metadata/markdown-text.ts';
import { publicMarkdown } from '@ki/shared/ui/markdown/prepare-text.ts';
import { perAxis } from '../model/axes.ts';
import { placeOf } from '../model/workshop.ts';
import { listMatrix, readTitle, readWorkshopRow } from './matrix.ts';

/** A large matrix has its other workshops in the sitemap. */
const MOST = 1_000;

async function workshopLinks(reader: Reader): Promise<readonly TextLink[]> {
  const { axes, workshops } = await listMatrix(reader);
  const names = perAxis(({ key }) => new Map(axes[key].map(({ code, name }) => [code, name])));
  return workshops.slice(0, MOST).map((workshop) => ({
    title: workshop.title,
    path: paths.matrixWorkshopPage({ workshop: workshop.id }),
    description: placeOf(perAxis(({ key }) => names[key].get(workshop[key]) ?? '')),
  }));
}

const matrix: PageText = {
  path: paths.matrix,
  async read({ reader, url }) {
    const [title, links] = await Promise.all([readTitle(reader), workshopLinks(reader)]);
    return withFrontMatter({ title, url: url.href }, `${linkList(links, url.origin)}\n`);
  },
};

const workshop: PageText = {
  path: paths.matrixWorkshopPage.pattern,
  async read({ reader, params, url }) {
    const row = await readWorkshopRow(reader, params.workshop ?? '');
    const goals = row.goals.map(async ({ id, objective, dimension }) => ({
      field: `objective ${id}`,
      title: dimension.name,
      text: await publicMarkdown(objective),
    }));
    const { marker, text } = withParts([
      { field: 'prerequisites', title: 'Prerequisites', text: row.prerequisites ?? '' },
      ...(await Promise.all(goals)),
    ]);
    const head = {
      title: row.title,
      url: url.href,
      ...perAxis(({ key }) => row[key].name),
      hours: row.duration_hours,
      price: row.price_chf,
      currency: site().currency,
      marker,
    };
    return withFrontMatter(head, text);
  },
};

export const texts: Texts = {
  pages: [matrix, workshop],
  sections: async (reader) => [{ title: 'Course Matrix', links: (await workshopLinks(reader)).slice(0, 100) }],
};
