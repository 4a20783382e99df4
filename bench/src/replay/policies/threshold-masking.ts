import type { Policy } from '../policy.ts';
import { createClearedHistory } from './cleared-history.ts';

/** Clears old tool results when a request reaches the trigger; cleared results stay cleared. */
export const thresholdMasking: Policy = {
  name: 'threshold-masking',
  start({ budget, estimateTokens }) {
    const history = createClearedHistory();
    return {
      request(arrived) {
        for (const entry of arrived) history.append(entry);
        if (estimateTokens(history.entries) >= budget.trigger) history.clear();
        return history.entries;
      },
      answered: (answer) => history.append(answer),
    };
  },
};
