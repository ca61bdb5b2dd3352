// The attacks on the guard and what stops them belong together.

import { checkRedTeam } from '../support/red-team/check-red-team.ts';
import { mutations } from './mutations.ts';

checkRedTeam({ folder: 'test/redteam', mutations });
