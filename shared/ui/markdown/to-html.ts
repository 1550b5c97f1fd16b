// The portable build: remotes' server code gets nothing of Node.js.
export { renderToStaticMarkup as toHtml } from 'react-dom/server.browser';
