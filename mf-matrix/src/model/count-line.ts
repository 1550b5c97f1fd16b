/** Says how many workshops a filter lets through. */
export const countLine = (shown: number, total: number) => `Showing ${shown} of ${total} workshops`;
