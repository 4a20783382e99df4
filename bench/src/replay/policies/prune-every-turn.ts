import type { Policy } from '../policy.ts';
import { createClearedHistory } from './cleared-history.ts';

/** Clears old tool results before every request, whether or not compression is due. */
export const pruneEveryTurn: Policy = {
  name: 'prune-every-turn',
  start() {
    const history = createClearedHistory();
    return {
      request(arrived) {
        for (const entry of arrived) history.append(entry);
        history.clear();
        return history.entries;
      },
      answered: (answer) => history.append(answer),
    };
  },
};
