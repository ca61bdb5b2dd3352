// Each attack on the guard is seen to succeed without its check.

import { proveRedTeam } from '../support/red-team/prove-red-team.ts';
import { mutations } from './mutations.ts';

proveRedTeam({ folder: 'test/redteam', mutations });
