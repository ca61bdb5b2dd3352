/** The resolvers of all languages. */
import { goResolver } from './resolve-go.ts';
import { includeResolver } from './resolve-includes.ts';
import { jvmResolver } from './resolve-jvm.ts';
import { netResolver } from './resolve-net.ts';
import { phpResolver } from './resolve-php.ts';
import { pythonResolver } from './resolve-python.ts';
import { rubyResolver } from './resolve-ruby.ts';
import { rustResolver } from './resolve-rust.ts';
import { scriptResolver } from './resolve-scripts.ts';
import type { Resolver } from './resolver.ts';

/** One resolver for each language or family. */
export const resolvers: readonly Resolver[] = [
  scriptResolver,
  pythonResolver,
  jvmResolver,
  goResolver,
  rustResolver,
  includeResolver,
  rubyResolver,
  phpResolver,
  netResolver,
];
