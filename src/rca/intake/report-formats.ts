/** The known formats of test reports, in the order in which they are tried. */
import { allureResult } from './formats/allure-result.ts';
import { ctrfJson } from './formats/ctrf-json.ts';
import { cucumberJson } from './formats/cucumber-json.ts';
import { cucumberMessages } from './formats/cucumber-messages.ts';
import { dartJson } from './formats/dart-json.ts';
import { nunitXml, xunitNetXml } from './formats/dotnet-xml.ts';
import { goTestJson } from './formats/go-test-json.ts';
import { jestJson, mochaJson } from './formats/javascript-json.ts';
import { junitXml } from './formats/junit-xml.ts';
import { libtestJson } from './formats/libtest-json.ts';
import { boostXml, catchXml } from './formats/native-xml.ts';
import { openTestReporting } from './formats/open-test-reporting.ts';
import { playwrightJson } from './formats/playwright-json.ts';
import { rspecJson } from './formats/rspec-json.ts';
import { tap } from './formats/tap.ts';
import { testngXml } from './formats/testng-xml.ts';
import { trx } from './formats/trx.ts';
import { logFormat } from './log/log.ts';
import type { ReportFormat } from './reading/failure-keeper.ts';
import { firstElement } from './reading/xml-lexer.ts';

/** The first that recognises a document reads it; less specific formats come last. */
export const reportFormats: readonly ReportFormat[] = [
  ctrfJson,
  playwrightJson,
  jestJson,
  mochaJson,
  goTestJson,
  cucumberMessages,
  libtestJson,
  dartJson,
  rspecJson,
  allureResult,
  cucumberJson,
  trx,
  nunitXml,
  xunitNetXml,
  testngXml,
  openTestReporting,
  catchXml,
  boostXml,
  junitXml,
  tap,
  logFormat,
];

const ROOTS: ReadonlyMap<string, string> = new Map([
  ['phpunit', 'this is a PHPUnit configuration; give the file that --log-junit wrote'],
  ['coverage', 'this is a coverage report; give it with --coverage, beside the reports of the tests'],
  [
    'project',
    'this is a build file; give the reports that the tests wrote, for instance target/surefire-reports',
  ],
  ['checkstyle', 'this is a report of a style checker, not of tests'],
  ['BugCollection', 'this is a report of a bug finder, not of tests'],
  ['pmd', 'this is a report of a code checker, not of tests'],
  ['suite', 'this is a TestNG suite definition; give testng-results.xml or the JUnit files beside it'],
  ['RunSettings', 'these are settings of dotnet test; give the file that --logger trx wrote'],
  ['robot', 'this is a Robot Framework output; run rebot --xunit junit.xml output.xml and give junit.xml'],
  [
    'html',
    'no known report format has the root `<html>`: this is a page for people; give the XML or JSON of the same run',
  ],
]);

const BEGINNINGS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*\{\s*"resultsPrefix"|"children"\s*:\s*\[[^\]]*\][\s\S]*"(?:befores|afters)"/,
    'this is an Allure container; the results are in the *-result.json files beside it',
  ],
  [/^\s*<\?php/, 'this is a PHP source file'],
  [/^(?:TN:.*\n)?SF:/, 'this is a coverage report; give it with --coverage, beside the reports of the tests'],
  [
    /^PK[^\w\s]{2}/,
    'this is a zip archive; give the file itself, not its bytes, or unpack it and give the folder',
  ],
  [/^-{20,}\r?\nTest set: /, 'this is what surefire writes for people; give the TEST-*.xml beside it'],
  [/^%PDF-/, 'this is a PDF; give the XML or JSON of the same run'],
];

/** Names what a file that is not a report is, if recognised. */
export function lookAlike(beginning: string): string | undefined {
  const root = firstElement(beginning);
  if (root !== undefined)
    return root === 'report' && beginning.includes('jacoco') ? ROOTS.get('coverage') : ROOTS.get(root);
  return BEGINNINGS.find(([pattern]) => pattern.test(beginning))?.[1];
}
