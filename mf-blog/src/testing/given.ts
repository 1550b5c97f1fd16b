import { given, type Tables, unique } from '@ki/shared/testing/given.ts';

/** A post, long ago unless said otherwise, so that it does not come first on the home page. */
export function givenPost(values: Partial<Tables['posts']['Insert']> = {}) {
  const slug = unique('beitrag-');
  return given('posts', {
    title: `Titel ${slug}`,
    slug,
    content: 'Text',
    author: 'Ada Test',
    published_at: '2001-02-03T10:00:00Z',
    ...values,
  });
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
