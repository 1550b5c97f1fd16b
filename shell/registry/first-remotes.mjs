/**
 * The remotes that the platform began with: each is served on the port of the shell + its place here, counted from 1.
 * @type {readonly string[]}
 */
export const FIRST_REMOTES = ['mf-blog', 'mf-learning', 'mf-matrix', 'mf-admin'];
