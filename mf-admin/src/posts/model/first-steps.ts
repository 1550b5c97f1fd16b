import { addresses } from '../../addresses.ts';

/** The names are those of the database. */
export const FIRST_STEPS = [
  { name: 'name', title: 'Name the site', why: 'Header, titles and feeds show it.', to: addresses.site },
  { name: 'colors', title: 'Choose the colors', why: 'All pages follow from two colors.', to: addresses.site },
  {
    name: 'imprint',
    title: 'Publish the imprint',
    why: 'The law asks for it. A template stands ready.',
    // It offers the page that exists, too.
    to: addresses.pageTemplates,
  },
  { name: 'post', title: 'Write the first post', why: 'The home page shows the newest.', to: addresses.newPost },
  {
    name: 'invitation',
    title: 'Invite somebody',
    why: 'A second account gets you back in if you lose yours.',
    to: addresses.accounts,
  },
] as const;

export type StepName = (typeof FIRST_STEPS)[number]['name'];
