/** The process that reads sources of articles. It has no keys: what a page could do to it ends with its own text. */
import { overHttp } from '../../registry/registry.ts';
import { accessFrom, runRounds } from '../processes/run-rounds.ts';
import { createSourceRounds } from './source-rounds.ts';

await runRounds(createSourceRounds(overHttp(accessFrom('SOURCES_TOKEN'))));
