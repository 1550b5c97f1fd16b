/** What was looked at, and how it is; of what is bad, `detail` says what to do about it. @typedef {{ ok: boolean, name: string, detail: string }} Finding */

/** @param {string} name @param {string} detail @returns {Finding} */
export const good = (name, detail) => ({ ok: true, name, detail });

/** @param {string} name @param {string} detail @returns {Finding} */
export const bad = (name, detail) => ({ ok: false, name, detail });
