import { expect, test } from 'vitest';
import { publicationInFile } from './file-publication.ts';

const read = (line: string) => {
  const [name = '', value = ''] = line.split(': ');
  return publicationInFile([[name, value]]);
};

test.each([
  ...['draft: false', 'draft: no', 'draft: 0', 'draft: ', 'published: true', 'Published: 2026-03-01', 'publish: yes'],
  ...['status: Published', 'visibility: public', 'hidden: off', 'password: ', 'encrypt: false', 'build.render: always'],
  ...['weight: draft'],
])('%s leaves a post public', (line) => {
  expect(read(line)).toEqual({ isUnpublished: false, notes: [] });
});

test.each(['draft: true', 'draft: yes', 'Draft: On', 'draft: 1'])('%s makes a draft', (line) => {
  expect(read(line)).toEqual({ isUnpublished: true, notes: [] });
});

test.each([
  ['published: false', 'published: it is “false”, so it becomes a draft.'],
  ['publish: 0', 'publish: it is “0”, so it becomes a draft.'],
  ['is_private: true', 'is_private: it is “true”, so it becomes a draft.'],
  ['unlisted: yes', 'unlisted: it is “yes”, so it becomes a draft.'],
  ['expiryDate: 2099-01-01', 'expiryDate: “2099-01-01” is not known to be public, so it becomes a draft.'],
  ['password: geheim', 'It has a password, so it becomes a draft.'],
  ['draft: vielleicht', 'draft: “vielleicht” is not known to be public, so it becomes a draft.'],
  ['Entwurf: ja', 'Entwurf: it is “ja”, so it becomes a draft.'],
  ['Veröffentlicht: nein', 'Veröffentlicht: it is “nein”, so it becomes a draft.'],
  ['Sichtbarkeit: privat', 'Sichtbarkeit: it is “privat”, so it becomes a draft.'],
  ['Zustand: Entwurf', 'Zustand: it is “Entwurf”, so it becomes a draft.'],
  ['premium: true', 'premium: it is “true”, so it becomes a draft.'],
  ['audience: paid', 'audience: it is “paid”, so it becomes a draft.'],
  ['status: draft', 'status: it is “draft”, so it becomes a draft.'],
  ['status: in Arbeit', 'status: “in Arbeit” is not known to be public, so it becomes a draft.'],
  ['visibility: members', 'visibility: it is “members”, so it becomes a draft.'],
])('%s makes a draft and says so', (line, note) => {
  expect(read(line)).toEqual({ isUnpublished: true, notes: [note] });
});

test('a draft says that it loses its date', () => {
  expect(publicationInFile([['draft', 'true']], true).notes).toEqual(['Its date is not used, as it is a draft.']);
  expect(publicationInFile([['draft', 'false']], true).notes).toEqual([]);
});
