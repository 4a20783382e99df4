import { scriptedProvider } from '@palimpsest/testing';
import { setTimeout } from 'node:timers/promises';

/** Called when a model is asked and when it answers, with the session of the request. */
export type CallListener = (kind: 'begun' | 'finished', session: string) => unknown;

/** Creates a model that takes a time for each call. */
export function slowModel(milliseconds: number, onCall: CallListener = () => {}) {
  return scriptedProvider([
    async ({ contents, signal }) => {
      const session = /session-\d+/.exec(JSON.stringify(contents))?.[0] ?? 'no session';
      await onCall('begun', session);
      await setTimeout(milliseconds, undefined, { signal });
      await onCall('finished', session);
      return `<state_snapshot>\n${summaryOf(session)}\n</state_snapshot>`;
    },
  ]);
}

/** Returns the summary that the model writes for a session. */
export function summaryOf(session: string): string {
  return `The agent ran the suites of ${session}; all of them passed.`;
}
