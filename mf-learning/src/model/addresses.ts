import { address } from '@ki/shared/contract/address.ts';
import { paths } from '@ki/shared/contract/paths.ts';

/** The captions of a lesson's video file. */
export const captionsAddress = address(`${paths.lesson.pattern}/captions.vtt`);
