import { createHmac, randomBytes } from 'node:crypto';
import { generateApiKey } from '@supabase/lite';

export type Keys = Awaited<ReturnType<typeof keysFrom>>;

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

export async function keysFrom(jwtSecret: string) {
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
