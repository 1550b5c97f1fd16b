/**
 * Loaded before a program with `--import`: at each SIGUSR2 it sets the program's clock to the offset that a file holds, in
 * milliseconds, and confirms it in another file.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const RealDate = Date;
let offset = 0;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, newTarget),
  apply: () => new Date().toString(),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name)),
});

process.on('SIGUSR2', () => {
  const file = process.env.CLOCK_FILE ?? '';
  offset = Number(readFileSync(file, 'utf8'));
  writeFileSync(`${file}.set`, String(offset));
});
