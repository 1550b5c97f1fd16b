import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import type { Answer, Question } from './passwords.ts';

parentPort?.on('message', ({ id, password, given }: Question) => {
  try {
    const result = typeof given === 'number' ? bcrypt.hashSync(password, given) : bcrypt.compareSync(password, given);
    parentPort?.postMessage({ id, result } satisfies Answer);
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies Answer);
  }
});
