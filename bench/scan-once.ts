// Scans the workspace in the directory it is started in, as a process of its own, and tells the most memory it had.

import { openWorkspace } from '../src/engine/open-workspace.ts';

const workspace = await openWorkspace({ root: process.cwd(), environment: {} });
const { files } = await workspace.scan();
await workspace.close();
process.stdout.write(`${JSON.stringify({ files, mostKibibytes: process.resourceUsage().maxRSS })}\n`);
