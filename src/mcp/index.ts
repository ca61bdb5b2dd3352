/** The door of the Model Context Protocol: loads the protocol's library, so it is itself loaded when it is used. */
export { createServer } from './create-server.ts';
export { type HttpOptions, serveOverHttp } from './serve-http.ts';
export { createProxyServer, serveOverStdio, serveProxyOverStdio } from './serve-stdio.ts';
