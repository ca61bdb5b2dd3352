// The attacks on what is locked and what stops them belong together.

import { checkRedTeam } from '../support/red-team/check-red-team.ts';
import { mutations } from './mutations.ts';

checkRedTeam({ folder: 'test/leaks', mutations });
