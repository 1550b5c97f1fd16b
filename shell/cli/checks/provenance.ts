import { describeProvenance } from '../provenance.ts';
import type { Check } from './subject.ts';

/** Says what the release was made from; whether that is good is for people to judge. */
export const provenance: Check = ({ release }) =>
  release.provenance ? describeProvenance(release.provenance) : 'not recorded';
