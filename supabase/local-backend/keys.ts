import { createHmac, randomBytes } from 'node:crypto';
import { generateApiKey } from '@supabase/lite';

export interface Keys {
  /** Signs and verifies access tokens; 32 random bytes as hexadecimal text. */
  jwtSecret: string;
  /** What browsers send: acts as `anon`. */
  publishable: string;
  /** Passes by row-level security; stays with the backend. */
  serviceRole: string;
}

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** The API keys follow from the secret, so that only the secret has to be kept. */
export async function keysFrom(jwtSecret: string): Promise<Keys> {
  return {
    jwtSecret,
    publishable: await keyFrom(jwtSecret, 'publishable'),
    serviceRole: await keyFrom(jwtSecret, 'secret'),
  };
}

async function keyFrom(jwtSecret: string, type: 'publishable' | 'secret'): Promise<string> {
  const bytes = createHmac('sha256', jwtSecret).update(type).digest().subarray(0, 17);
  const { key } = await generateApiKey(type, undefined, bytes);
  return key;
}
