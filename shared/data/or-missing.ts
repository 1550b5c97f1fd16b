import type { Resource } from '../contract/remote-module.ts';
import { findsNothing } from './errors.ts';

/** A resource that answers 404 when a read finds nothing. */
export const orMissing =
  (respond: Resource['respond']): Resource['respond'] =>
  async (context) => {
    try {
      return await respond(context);
    } catch (error) {
      if (findsNothing(error)) return new Response('not found\n', { status: 404 });
      throw error;
    }
  };
