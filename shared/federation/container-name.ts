/** Name of a remote's federation container: a valid JavaScript identifier, the same in its build and in the host. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');
