import { pageSuffix } from './page-address.ts';

export const SITE = 'KI-Lernplattform';

export const titleOfPage = (page: number) => (page === 1 ? SITE : `Beiträge${pageSuffix(page)}`);
