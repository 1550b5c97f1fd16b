/** The program that copies pictures of other hosts. */
import { runJobs } from '../processes/run-jobs.ts';
import { copyPictures } from './copy-pictures.ts';

await runJobs('PICTURES_TOKEN', () => [copyPictures()]);
