import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aiSentence } from '../../model/ai.ts';
import { remote } from '../../module.ts';
import { givenPage } from '../../testing/given.ts';

const open = (slug: string) => renderRoute(remote.routes, `/${slug}`);
const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name });

test('a page shows its title and its Markdown', async () => {
  const { slug, title } = await givenPage();
  open(slug);
  await heading(title);
  await heading('Abschnitt', 2);
  expect(screen.getByText('fett').tagName).toBe('STRONG');
});

test.each([
  ['a draft', null],
  ['a scheduled page', '2999-01-01T00:00:00Z'],
])('%s is not found', async (_, published_at) => {
  const { slug } = await givenPage({ published_at });
  open(slug);
  await heading('Seite nicht gefunden');
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
});

test.each([
  ['elemente', 'Elemente/KI'],
  ['ELEMENTE', 'Elemente/KI'],
  ['chatgpt-lernziele', 'ChatGPT Lernziele/KI'],
])('%s is a placeholder until somebody writes the page', async (slug, title) => {
  open(slug);
  await heading(title);
  expect(screen.getByText('This page is coming soon.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zur Startseite' }).getAttribute('href')).toBe('/');
});

test('a draft leaves the placeholder, and a published page takes its place', async () => {
  await givenPage({ slug: 'chatgpt-lernziele', published_at: null });
  await givenPage({ slug: 'elemente', title: 'Elemente der KI' });
  const { unmount } = open('chatgpt-lernziele');
  await screen.findByText('This page is coming soon.');
  unmount();
  open('elemente');
  await heading('Elemente der KI');
  expect(screen.queryByText('This page is coming soon.')).toBeNull();
});

test('how the site works with AI is a text of the platform until somebody writes the page', async () => {
  const about = /^Auf der Website „KI-Lernplattform“ schreiben Menschen/;
  const { unmount } = open('ki-auf-dieser-website');
  await heading('Wie diese Website mit KI arbeitet');
  expect(screen.getByText(about)).toBeTruthy();
  for (const ai of ['generated', 'assisted']) expect(screen.getByText(aiSentence(ai) ?? '')).toBeTruthy();
  unmount();
  await givenPage({ slug: 'ki-auf-dieser-website', title: 'KI bei uns' });
  open('ki-auf-dieser-website');
  await heading('KI bei uns');
  expect(screen.queryByText(about)).toBeNull();
});
