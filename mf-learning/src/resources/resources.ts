import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { orMissing } from '@ki/shared/data/or-missing.ts';
import { captionsAddress } from '../model/addresses.ts';
import { captionsAnswer } from './captions.ts';
import { pictures } from './pictures.ts';

export const resources: readonly Resource[] = [
  { path: captionsAddress.pattern, respond: orMissing(captionsAnswer) },
  ...pictures,
];
