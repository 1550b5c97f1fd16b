import { given, givenAll, type Tables, unique } from '@ki/shared/testing/given.ts';

type PostValues = Partial<Tables['posts']['Insert']>;

function aPost(values: PostValues) {
  const slug = unique('beitrag-');
  return {
    title: `Titel ${slug}`,
    slug,
    content: 'Text',
    author: 'Ada Test',
    published_at: '2001-02-03T10:00:00Z',
    ...values,
  };
}

/** A post, by default with an old date, so that it is not the newest one on the home page. */
export const givenPost = (values: PostValues = {}) => given('posts', aPost(values));

/** Adds `count` posts, each a minute older than the one before. */
export function givenPosts(count: number, values: PostValues) {
  const newest = Date.parse('2001-02-03T10:00:00Z');
  const published_at = (index: number) => new Date(newest - index * 60_000).toISOString();
  return givenAll(
    'posts',
    Array.from({ length: count }, (_, index) => aPost({ published_at: published_at(index), ...values })),
  );
}

export const givenCategory = () => {
  const slug = unique('kategorie-');
  return given('categories', { name: `Kategorie ${slug}`, slug });
};

export const givenAd = (values: Partial<Tables['ads']['Insert']>) =>
  given('ads', {
    title: 'Anzeige',
    subtitle: 'Eigener Untertitel',
    description: 'Worum es geht',
    cta_text: 'Los',
    cta_url: '/workshops',
    is_active: true,
    ...values,
  });

export const givenWorkshop = (title: string) => given('workshops', { title });
export const givenCourse = (values: Pick<Tables['courses']['Insert'], 'title' | 'is_published'>) =>
  given('courses', { slug: unique('kurs-'), ...values });

export const givenPage = (values: Partial<Tables['pages']['Insert']> = {}) => {
  const slug = unique('seite-');
  return given('pages', {
    title: `Seite ${slug}`,
    slug,
    content: '## Abschnitt\n\n**fett**',
    published_at: '2001-02-03T10:00:00Z',
    ...values,
  });
};
