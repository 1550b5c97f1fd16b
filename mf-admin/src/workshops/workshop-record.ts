import { paths } from '@ki/shared/contract/paths.ts';
import { defineRecord, type Readable, type RowOf, recordTexts } from '../kinds/model/define-record.ts';
import { duration, longText, paragraphs, reference, text, wholeNumber } from '../kinds/model/fields.ts';

/** PostgreSQL's largest integer. */
const MOST = 2_147_483_647;

export const workshop = defineRecord({
  table: 'workshops',
  texts: recordTexts('Workshop'),
  fields: {
    title: text('title', 'Title', { required: true }),
    subtitle: text('subtitle', 'Subtitle'),
    description: paragraphs(text('description', 'Description')),
    picture: reference('picture', 'Picture'),
    content: longText('content', 'Content'),
    learningObjectives: longText('learning_objectives', 'Learning Objectives'),
    maxParticipants: wholeNumber('max_participants', 'Max Participants', MOST),
    duration: duration('duration', 'Duration'),
    categoryId: reference('workshop_category_id', 'Category'),
  },
  shown: { category: { nameOf: 'workshop_categories' } },
  hasDrafts: true,
  view: ({ id }) => paths.workshopPage({ workshop: id }),
  kept: ['categoryId', 'maxParticipants', 'duration'],
});

export const LISTED = ['title', 'subtitle', 'category', 'duration', 'maxParticipants'] as const satisfies Readable<
  typeof workshop
>[];

export type WorkshopRow = RowOf<typeof workshop, (typeof LISTED)[number]>;
