/** The program that reads sources of articles. It has no keys: what a page could do to it ends with its own text. */
import { runJobs } from '../processes/run-jobs.ts';
import { readSources } from './read-sources.ts';

await runJobs('SOURCES_TOKEN', () => [readSources()]);
