import type { IContent } from '@palimpsest/core-types';
import { createRegistry } from '@palimpsest/factory';
import { createSettings } from '@palimpsest/factory/settings';
import { createSession } from '@palimpsest/orchestrator/session';
import { memorySessions } from '@palimpsest/originals/sessions';
import { middleOut } from '@palimpsest/strategy-middle-out';
import { salience } from '@palimpsest/strategy-salience';
import { countTokensByCharacters, scriptedProvider } from '@palimpsest/testing';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCompressionWorker, queueCompressions } from '@palimpsest/orchestrator/queue';
import { createPlace, PATIENT_QUEUE, redisUrl } from './setup.ts';

const SESSIONS = 10;
/** Time of the model, in ms: about ten turns of an agent, in which a session becomes due for compression. */
const MODEL_MS = 1_500;
const TURN_MS = 150;

const SUMMARY = 'The agent ran every step.';

const SETTINGS = {
  'context-limit': 8_000,
  maxOutputTokens: 400,
  'compression.strategy': 'middle-out',
  'compression.fallback': 'salience',
};

function exchange(id: string): IContent[] {
  const lines = Array.from({ length: 30 }, (_, at) => `step ${id} ${at} went well`);
  const parameters = { command: `make ${id}` };
  return [
    { speaker: 'ai', blocks: [{ type: 'tool_call', id, name: 'bash', parameters }] },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: id, toolName: 'bash', result: lines.join('\n') }],
    },
  ];
}

test.skipIf(redisUrl === undefined)(
  'requests of many sessions never ask the model, and each session gets its summary from a worker',
  async () => {
    let asked = 0;
    const answer = async () => {
      asked += 1;
      await setTimeout(MODEL_MS);
      return `<state_snapshot>\n${SUMMARY}\n</state_snapshot>`;
    };
    const strategies = createRegistry().register(middleOut).register(salience);
    const runner = {
      strategies,
      estimateTokens: countTokensByCharacters,
      resolveProvider: () => scriptedProvider([answer]),
    };
    const place = createPlace();
    const workers = [0, 1].map(() =>
      createCompressionWorker({ ...runner, ...place, concurrency: 10 }),
    );
    for (const worker of workers) void worker.run();
    const background = queueCompressions({ ...PATIENT_QUEUE, ...place });
    const options = {
      ...runner,
      resolveProvider: () => expect.unreachable(),
      background,
      settings: createSettings({ overrides: SETTINGS, specs: () => strategies.settingSpecs() }),
    };
    const store = memorySessions();
    const summaries: unknown[] = [];

    /** Sends the requests of one session, each with a new session object: only the store is shared. */
    async function converse(id: string): Promise<void> {
      const entries: IContent[] = [
        { speaker: 'human', blocks: [{ type: 'text', text: `Run every step of ${id}.` }] },
      ];
      for (let turn = 0; ; turn += 1) {
        entries.push(...exchange(`${id}-${turn}`));
        const { outcome } = await createSession({ ...options, session: { id, store } }).prepare({
          entries,
        });
        expect(outcome.tokensAfter).toBeLessThanOrEqual(outcome.budget.limit);
        if (outcome.background === 'applied') {
          summaries.push(JSON.stringify(outcome.history).includes(SUMMARY));
          return;
        }
        await setTimeout(TURN_MS);
      }
    }

    await Promise.all(Array.from({ length: SESSIONS }, (_, at) => converse(`session-${at}`)));
    expect(summaries).toEqual(Array.from({ length: SESSIONS }, () => true));
    // A session may have started a second job after its first was dropped, but none runs twice.
    expect(asked).toBeLessThanOrEqual(2 * SESSIONS);
    await Promise.all([background.close(), ...workers.map((worker) => worker.close())]);
  },
  300_000,
);
