import { RELEASE } from '../../src/app/data/page-data.ts';
import { type TextReply, text } from '../http/reply.ts';
import { madeReply, NOT_STORED } from '../http/sharing.ts';
import type { Lineup } from '../lineup/lineup.ts';
import { moduleOf } from '../renderers/bundle.ts';
import { outcomeOf } from './outcome.ts';
import { ownerAt } from './owner-at.ts';
import type { MadePage, PageServices } from './pages.ts';

const VARY = `${RELEASE}, accept-encoding`;

/** For pages that read for themselves then, or are redirected as their loader says. */
const NO_DATA: TextReply = text(404, 'no data\n', NOT_STORED);

/** Of another release than the page runs that asked. */
export const OTHER_RELEASE: TextReply = text(409, 'another release is in force\n', { ...NOT_STORED, vary: VARY });

const HEADERS = {
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: VARY,
} as const;

/** Answers addresses with the data of their pages. See docs/decisions/0052. */
export function createPageData({ renderers, modules, note }: PageServices) {
  return async (url: URL, lineup: Lineup): Promise<MadePage> => {
    const { live, bundle } = await ownerAt(url, lineup, modules);
    if (!live || !bundle) return { answer: NO_DATA, reads: null, outcome: live ? 'failed' : 'unknown' };
    const data = await renderers.leastBusy().data(url, bundle);
    const { reads, status } = data;
    if ('location' in data) return { answer: NO_DATA, reads };
    const outcome = outcomeOf(data);
    const { name, version } = live.release;
    if (data.failure !== null) note({ remote: name, version, phase: 'render', message: data.failure });
    const headers = { ...HEADERS, [RELEASE]: moduleOf(live.release) };
    return { answer: madeReply(status, headers, data.json), reads, outcome };
  };
}
