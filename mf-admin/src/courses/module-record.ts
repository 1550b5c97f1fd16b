import { defineRecord, type ValuesOf } from '../records/model/define-record.ts';
import { text } from '../records/model/fields.ts';

export const module = defineRecord({
  table: 'modules',
  texts: {
    new: 'New Module',
    edit: 'Edit Module',
    create: 'Create Module',
    update: 'Update Module',
    createFailed: 'An error occurred',
    updateFailed: 'An error occurred',
    readFailed: 'There is no such module.',
    deleteQuestion: 'Are you sure you want to delete this module?',
    deleteFailed: 'An error occurred',
  },
  fields: {
    title: text('title', 'Title', { required: true }),
    description: text('description', 'Description'),
  },
  shown: {},
});

export type ModuleValues = ValuesOf<typeof module>;
