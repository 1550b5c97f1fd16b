/** The server bundle of a remote whose pages have data, a part of it HTML, and texts of the pages that are there. */
export const serverWithTexts = (text: string) => `
const { reader } = require('@ki/shared/data/clients.ts');
const sentAsHtml = (value) => Object.defineProperty(value, Symbol.for('ki.sent-as-html'), { value: true });
const names = ['a', 'b', 'daten', 'text', 'ä b', 'x', 'x.md'];
const times = {};
const count = (name) => (times[name] = (times[name] ?? 0) + 1);
const query = async () => (await reader()).from('posts').select();
const loader = async ({ request, params: { name } }) => {
  await query();
  const result = names.includes(name) ? { ok: true, data: ${JSON.stringify(text)} } : { ok: false, code: 'not_found' };
  const seite = new URL(request.url).searchParams.get('seite');
  return { seite, times: count('data of ' + name), result: Promise.resolve(result), article: sentAsHtml({ __html: '<p>Text</p>' }) };
};
async function read({ params: { name }, url }) {
  await query();
  if (name === 'broken') throw new Error('kaputt');
  if (!names.includes(name)) throw Object.assign(new Error('none'), { code: 'not_found' });
  return ${JSON.stringify(text)} + ' ' + name + ' ' + url.pathname + ' ' + count('text of ' + name);
}
const routes = [
  { id: 'failing', path: '/tiny/failing', Component: () => null, loader() { throw new Error('kaputt'); } },
  { id: 'moved', path: '/tiny/moved', Component: () => null, loader: () => Response.redirect('http://x/tiny') },
  { id: 'page', path: '/tiny/:name', Component: () => 'Seite', loader, handle: { query: ['seite'] } },
  { id: 'list', path: '/tiny', Component: () => 'Liste', handle: { query: ['suche'] } },
  { id: 'bare', path: '/bare', Component: () => 'Ohne Text' },
];
const sections = async () => [
  { title: 'Seiten', links: [{ title: 'A [1]', path: '/tiny/a', description: 'kurz' }] },
  { title: 'Leer', links: [] },
];
const texts = { pages: [{ path: '/tiny/:name', read }, { path: '/tiny', read: async () => 'Liste' }], sections };
exports.remote = { contract: 2, id: 'mf-tiny', routes, texts };`;
