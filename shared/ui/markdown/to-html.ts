// The portable build, as remotes' server code gets nothing of Node.js. A direct import would add a runtime helper to
// each entry.
export { renderToStaticMarkup as toHtml } from 'react-dom/server.browser';
