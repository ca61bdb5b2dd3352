/** Public exports of the MCP server. Loaded lazily, because it loads the protocol's library. */
export { createServer } from './create-server.ts';
export { type HttpOptions, serveOverHttp } from './serve-http.ts';
export { createProxyServer, serveOverStdio, serveProxyOverStdio } from './serve-stdio.ts';
