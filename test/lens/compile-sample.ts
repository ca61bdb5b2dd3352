// Compiles a pack in a process of its own and prints the ids of working set and pack.
import { fact, packOf, secret } from './sample-world.ts';

const { pack, envelope } = await packOf([
  fact({ text: 'the gate stands open' }),
  secret({ name: 'Vermithrax' }, { gist: { name: 'something old' } }),
]);
process.stdout.write(`${envelope.working_set_id} ${pack.hash}\n`);
