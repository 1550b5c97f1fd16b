import { paths } from '@ki/shared/contract/paths.ts';

/** The header's links, in order. */
export const siteLinks = [
  { to: paths.home, label: 'HOME' },
  { to: paths.workshops, label: 'WORKSHOPS' },
  { to: paths.courses, label: 'ONLINE COURSES' },
  { to: paths.matrix, label: 'COURSE MATRIX' },
  { to: paths.elements, label: 'ELEMENTE/KI' },
  { to: paths.chatgptGoals, label: 'CHATGPT LERNZIELE/KI' },
] as const;

/** Shown only when somebody is signed in. */
export const staffLink = { to: paths.admin, label: 'ADMIN' } as const;
