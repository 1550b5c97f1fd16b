import type { Resource } from '@ki/shared/contract/remote-module.ts';
import { orMissing } from '@ki/shared/data/or-missing.ts';
import { captionsAddress } from '../model/addresses.ts';

export const resources: readonly Resource[] = [
  {
    path: captionsAddress.pattern,
    // Lazy, because browsers load this module but never run the code.
    respond: orMissing(async (context) => {
      const { captionsAnswer } = await import(/* webpackChunkName: "learning-captions" */ './captions.ts');
      return captionsAnswer(context);
    }),
  },
];
