import { testKinds } from '../testing/every-kind.ts';
import { RECORD_CASES } from '../testing/record-cases.ts';
import { REASONS } from '../testing/refused.ts';

testKinds(RECORD_CASES.filter(({ refusal }) => refusal === REASONS.publishers));
