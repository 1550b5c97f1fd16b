import { paths } from '@ki/shared/contract/paths.ts';
import { addresses } from '../addresses.ts';
import { defineRecord, recordTexts } from '../kinds/model/define-record.ts';
import { area, duration, markdown, pictureReference, reference, text, wholeNumber } from '../kinds/model/fields.ts';

/** PostgreSQL's largest integer. */
const MOST = 2_147_483_647;

export const workshop = defineRecord({
  table: 'workshops',
  texts: recordTexts('Workshop'),
  fields: {
    title: text('title', 'Title', { required: true }),
    subtitle: text('subtitle', 'Subtitle', { isBeside: true }),
    description: area(text('description', 'Description', { hint: 'Shown on the card' })),
    picture: pictureReference('picture', 'Picture', {
      hint: 'On the card and in the head of the workshop. Without one the drawn cover of the title is shown',
    }),
    categoryId: reference(
      'workshop_category_id',
      'Category',
      { workshop_categories: 'name' },
      {
        manage: addresses.workshopCategories,
      },
    ),
    maxParticipants: wholeNumber('max_participants', 'Max Participants', MOST, {
      isBeside: true,
      input: { type: 'number', inputMode: 'numeric', min: 0, step: 1 },
    }),
    duration: duration('duration', 'Duration'),
    content: markdown('content', 'Content', { input: { rows: 12 } }),
    learningObjectives: markdown('learning_objectives', 'Learning Objectives', { input: { rows: 8 } }),
  },
  at: { list: addresses.workshops, new: addresses.newWorkshop, edit: addresses.editWorkshop },
  listed: ['title', 'category', 'duration', 'maxParticipants', 'subtitle'],
  shown: { category: { nameOf: 'workshop_categories' } },
  hasDrafts: true,
  view: ({ id }) => paths.workshopPage({ workshop: id }),
  kept: ['categoryId', 'maxParticipants', 'duration'],
});
