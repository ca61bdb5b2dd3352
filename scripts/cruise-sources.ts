// Reads who imports whom in src of the current directory, by the parser and the settings of .dependency-cruiser.mjs.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VariableDeclarator } from '@swc/core';
import { Visitor } from '@swc/core/Visitor.js';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';

/** A rule as the settings have it: its name, and what to do instead. */
export type LayerRule = IForbiddenRuleType & { readonly name: string; readonly comment: string };

/** Cruises src; the rules that are checked come with what was found. */
export async function cruiseSources(): Promise<{
  readonly result: ICruiseResult;
  readonly rules: readonly LayerRule[];
}> {
  teachUsing();
  const settings = pathToFileURL(join(process.cwd(), '.dependency-cruiser.mjs')).href;
  const { forbidden, options } = (await import(settings)).default;
  const { output } = await cruise(
    ['src'],
    { ...options, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  );
  return { result: output as ICruiseResult, rules: forbidden };
}

/** Lets the visitor that dependency-cruiser builds on walk over `using` declarations, which it does not know. */
function teachUsing(): void {
  const { visitStatement } = Visitor.prototype;
  Visitor.prototype.visitStatement = function (statement) {
    const { type, decls } = statement as { type: string; decls?: VariableDeclarator[] };
    if (type !== 'UsingDeclaration' || decls === undefined) return visitStatement.call(this, statement);
    this.visitVariableDeclarators(decls);
    return statement;
  };
}
