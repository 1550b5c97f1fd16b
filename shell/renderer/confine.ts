/** By these code gets hold of Node's own modules, of other processes and of native code. No page needs them. */
const OF_PROCESS = [
  'getBuiltinModule',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'binding',
  '_linkedBinding',
  'dlopen',
];
const GLOBAL = ['require', 'module', 'exports', '__filename', '__dirname'];

/**
 * Takes away what Node.js hands to any code. Node's permission model, under which this process runs, withholds files,
 * processes and threads even from code that finds a way around this; but it knows nothing of signals to other processes.
 * See docs/decisions/0020.
 */
export function confine(): void {
  for (const name of OF_PROCESS) Reflect.deleteProperty(process, name);
  for (const name of GLOBAL) Reflect.deleteProperty(globalThis, name);
  for (const name of Object.keys(process.env)) delete process.env[name];
}
