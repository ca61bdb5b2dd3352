/** The door to servers of the Model Context Protocol; heavy, and loaded when a server is guarded. */
export { connectUpstream } from './connect-upstream.ts';
