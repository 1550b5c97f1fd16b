/** Stands for `./src/module.ts` of a remote, which the remote's build takes instead. */
export declare const remote: unknown;
