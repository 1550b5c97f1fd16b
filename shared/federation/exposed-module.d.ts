/** `./src/module.ts` of the remote that is built. */
declare module 'exposed-module';
