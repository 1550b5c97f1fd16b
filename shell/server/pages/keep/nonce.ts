import { randomBytes, randomInt } from 'node:crypto';

export const newNonce = () => randomBytes(16).toString('base64');

/** Characters that documents do without: those below the space that are neither NUL nor white space. */
const UNUSED = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).filter((one) => /[^\0\s]/.test(one));

/**
 * Stands in rendered documents where each answer gets a nonce of its own: as long as one, with its end, and like nothing
 * else in them. Nobody outside this process knows it.
 */
export const NONCE_PLACE = newNonce().replace(/[^=]/g, () => UNUSED[randomInt(UNUSED.length)] ?? '');
