// Imports a module and prints every module that this loads, itself included.

import { registerHooks } from 'node:module';

const loaded = new Set();
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    loaded.add(found.url);
    return found;
  },
});
await import(process.argv[2]);
process.stdout.write(JSON.stringify([...loaded]));
