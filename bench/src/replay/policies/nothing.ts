import type { IContent } from '@palimpsest/core-types';
import type { Policy } from '../policy.ts';

/** Sends everything without compression. */
export const nothing: Policy = {
  name: 'nothing',
  start() {
    const entries: IContent[] = [];
    return {
      request(arrived) {
        for (const entry of arrived) entries.push(entry);
        return entries;
      },
      answered(answer) {
        entries.push(answer);
      },
    };
  },
};
