export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof LEVELS)[number];

export const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);
