import { given, type Tables, unique } from '@ki/shared/testing/given.ts';

export function givenPost(values: Partial<Tables['posts']['Insert']> = {}) {
  const slug = unique('beitrag-');
  const post = { title: `Titel ${slug}`, slug, content: 'Text', author: 'Ada Test' };
  return given('posts', { ...post, published_at: '2001-02-03T10:00:17Z', ...values });
}

export function givenAd(values: Partial<Tables['ads']['Insert']> = {}) {
  const ad = { title: unique('Anzeige '), subtitle: 'Eigener Untertitel', description: 'Worum es geht' };
  return given('ads', { ...ad, cta_text: 'Los', cta_url: '/workshops', ...values });
}

export const givenPrompt = (values: Partial<Tables['prompts']['Insert']> = {}) =>
  given('prompts', { name: unique('Prompt '), prompt_text: 'Suche', workflow_type: 'gemini_blog_ideas', ...values });
