/** The process that makes the sizes of uploaded pictures: what strange files could do to a decoder, they do to it alone. */
import { accessFrom, runRounds } from '../processes/run-rounds.ts';
import { createSizingRounds } from './sizing-rounds.ts';

await runRounds(createSizingRounds(accessFrom('PICTURES_TOKEN')));
