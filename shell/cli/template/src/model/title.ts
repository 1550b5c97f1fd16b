export const TITLE = 'Template';
