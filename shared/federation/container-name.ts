/** The name of a remote's federation container: a JavaScript identifier, the same in its build and in the host. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');
