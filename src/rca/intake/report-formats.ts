/** The known formats of test reports, in the order in which they are tried. */

import { allureResult } from './formats/allure-result.ts';
import { ctrfJson } from './formats/ctrf-json.ts';
import { cucumberJson } from './formats/cucumber-json.ts';
import { cucumberMessages } from './formats/cucumber-messages.ts';
import { dartJson } from './formats/dart-json.ts';
import { goTestJson } from './formats/go-test-json.ts';
import { jestJson } from './formats/jest-json.ts';
import { junitXml } from './formats/junit-xml.ts';
import { libtestJson } from './formats/libtest-json.ts';
import { mochaJson } from './formats/mocha-json.ts';
import { boostXml, catchXml } from './formats/native-xml.ts';
import { nunitXml } from './formats/nunit-xml.ts';
import { openTestReporting } from './formats/open-test-reporting.ts';
import { playwrightJson } from './formats/playwright-json.ts';
import { rspecJson } from './formats/rspec-json.ts';
import { tap } from './formats/tap.ts';
import { testngXml } from './formats/testng-xml.ts';
import { trx } from './formats/trx.ts';
import { xunitNetXml } from './formats/xunit-net-xml.ts';
import { logFormat } from './log/log.ts';
import type { ReportFormat } from './reading/failure-keeper.ts';

/** The first that recognises a document reads it; those that look for less come last. */
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
