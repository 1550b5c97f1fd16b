/** Lets the browser answer what is waiting, before the next piece of work. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
