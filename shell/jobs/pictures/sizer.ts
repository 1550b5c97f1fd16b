/** The program that has the sizes of pictures made, and stores them. */
import { runJobs } from '../processes/run-jobs.ts';
import { sizePictures } from './size-pictures.ts';

await runJobs('PICTURES_TOKEN', sizePictures);
