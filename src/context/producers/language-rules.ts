/** The rules of every parsed language. */
import { cppRules, csharpRules, goRules, javaRules, rustRules } from './compiled-symbol-rules.ts';
import { bashRules, phpRules, pythonRules, rubyRules, typescriptRules } from './script-symbol-rules.ts';
import type { LanguageRules } from './symbol-rules.ts';
import type { SyntaxLanguage } from './syntax-language.ts';

/** How symbols are found, by language. */
export const languageRules: Readonly<Record<SyntaxLanguage, LanguageRules>> = {
  bash: bashRules,
  c: cppRules,
  cpp: cppRules,
  csharp: csharpRules,
  go: goRules,
  java: javaRules,
  javascript: typescriptRules,
  php: phpRules,
  python: pythonRules,
  ruby: rubyRules,
  rust: rustRules,
  tsx: typescriptRules,
  typescript: typescriptRules,
};
