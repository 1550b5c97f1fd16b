/** The process that has the sizes of uploaded pictures made, and stores them. */
import { accessFrom, runRounds } from '../processes/run-rounds.ts';
import { createSizingRounds } from './sizing-rounds.ts';

/** A picture shows within a second of its upload. */
const IDLE_MS = 150;

await runRounds(createSizingRounds(accessFrom('PICTURES_TOKEN')), IDLE_MS);
