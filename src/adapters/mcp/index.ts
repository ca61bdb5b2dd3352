/** Public entry point to Model Context Protocol servers; heavy, so loaded only when a server is guarded. */
export { connectUpstream } from './connect-upstream.ts';
