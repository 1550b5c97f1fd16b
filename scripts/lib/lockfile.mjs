const LIST = /^ {4}(os|cpu|libc): \[(.*)\]$/gm;
const PACKAGE = /^ {2}(?! )/m;

/** @param {string} entry @param {Record<string, string>} machine */
function fits(entry, machine) {
  return [...entry.matchAll(LIST)].every(([, kind = '', list = '']) => {
    const allowed = list.split(',').map((name) => name.trim());
    return (
      allowed.includes(machine[kind] ?? '') ||
      allowed.some((name) => name.startsWith('!') && name !== `!${machine[kind]}`)
    );
  });
}

/**
 * How many packages of a pnpm lockfile belong on this machine; near enough for showing progress.
 * @param {string} lockfile
 */
export function countPackages(lockfile, machine = { os: process.platform, cpu: process.arch, libc: 'glibc' }) {
  const start = lockfile.indexOf('\npackages:');
  const end = lockfile.indexOf('\nsnapshots:');
  if (start < 0 || end < start) return 0;
  const entries = lockfile.slice(start, end).split(PACKAGE).slice(1);
  return entries.filter((entry) => fits(entry, machine)).length;
}
