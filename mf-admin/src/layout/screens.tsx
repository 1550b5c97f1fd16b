import { BookIcon, EditIcon, FileIcon, InfoIcon, PlusIcon, TextIcon, UsersIcon } from '@ki/shared/ui/icons.tsx';
import type { ReactNode } from 'react';
import { addresses } from '../addresses.ts';
import { isPublishersOnly } from '../roles/role-note.tsx';
import { recordKinds } from './record-kinds.ts';

export type Screen = readonly [to: string, label: string, icon?: ReactNode];

/** The daily work, in the order of the specification. */
export const DAILY: readonly Screen[] = [
  [addresses.dashboard, 'Dashboard', <TextIcon key="icon" />],
  [addresses.newPost, 'New Post', <PlusIcon key="icon" />],
  [addresses.workflows, 'Workflows', <FileIcon key="icon" />],
  [addresses.prompts, 'Prompts', <EditIcon key="icon" />],
  [addresses.workshops, 'Workshops', <UsersIcon key="icon" />],
  [addresses.courses, 'Online Courses', <BookIcon key="icon" />],
  [addresses.ads, 'Ads', <InfoIcon key="icon" />],
];

const TEACH: readonly Screen[] = [
  [addresses.matrix, 'Workshop Matrix'],
  [addresses.categories, 'Categories'],
];

const SITE: readonly Screen[] = [
  [addresses.calendar, 'Calendar'],
  [addresses.pages, 'Pages'],
  [addresses.pictures, 'Pictures'],
  [addresses.links, 'Menu and Footer'],
  [addresses.redirects, 'Redirects'],
  [addresses.site, 'Site'],
];

const PEOPLE: readonly Screen[] = [
  [addresses.accounts, 'Accounts'],
  [addresses.transfer, 'Import & Export'],
  [addresses.trash, 'Trash'],
  [addresses.platform, 'Platform'],
];

export const GROUPS: readonly (readonly [name: string, screens: readonly Screen[]])[] = [
  ['Teach', TEACH],
  ['Site', SITE],
  ['People and platform', PEOPLE],
];

/** Screens that are no entry of the sidebar: below one of them. */
const BELOW: readonly Screen[] = [
  [addresses.workshopCategories, 'Categories of Workshops'],
  [addresses.courseCategories, 'Categories of Online Courses'],
  [addresses.matrixCategories, 'Matrix Categories'],
  [addresses.targetGroups, 'Target Groups'],
  [addresses.levels, 'Levels'],
  [addresses.dimensions, 'Dimensions'],
  [addresses.pageTemplates, 'Page Templates'],
  ...recordKinds.flatMap(({ at, texts }) => (at?.new === undefined ? [] : [[at.new, texts.new] as const])),
];

/** In the order of the sidebar, each address once. */
export const SCREENS: readonly Screen[] = [
  ...new Map([...DAILY, ...TEACH, ...SITE, ...PEOPLE, ...BELOW].map((screen) => [screen[0], screen])).values(),
];

interface Role {
  readonly isNarrow: boolean;
  readonly isOperator: boolean;
}

/** Each role sees the screens on which it can do something. */
export const usableBy =
  ({ isNarrow, isOperator }: Role) =>
  ([to]: Screen) =>
    to === addresses.platform ? isOperator : !isNarrow || !isPublishersOnly(to);
