import { testKeeping } from '../testing/keeping-work.ts';
import { RECORD_CASES } from '../testing/record-cases.ts';

testKeeping(RECORD_CASES);
