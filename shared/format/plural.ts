export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const comments = (count: number): string => plural(count, 'comment', 'comments');
