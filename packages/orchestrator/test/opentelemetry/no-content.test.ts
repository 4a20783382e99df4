import type { IContent } from '@palimpsest/core-types';
import { expect, test } from 'vitest';
import type { Answer } from '../orchestrator/scripted.ts';
import { shrinks, watched } from './setup.ts';

/** A word that occurs in no name and no number of the telemetry. */
const SECRET = 'zqxjvkqyzq';
const LONG = `${SECRET} and more. `.repeat(200);

/** A conversation with a secret in every text, id, name and path, larger than the window. */
const conversation = Array.from({ length: 16 }, (_, at): IContent[] => [
  { speaker: 'human', blocks: [{ type: 'text', text: LONG }] },
  {
    speaker: 'ai',
    blocks: [
      { type: 'thinking', thought: LONG },
      { type: 'tool_call', id: `${SECRET}${at}`, name: SECRET, parameters: { path: SECRET } },
    ],
    metadata: { id: SECRET },
  },
  {
    speaker: 'tool',
    blocks: [
      {
        type: 'tool_response',
        callId: `${SECRET}${at}`,
        toolName: SECRET,
        result: LONG,
        error: SECRET,
      },
    ],
  },
]).flat();

/** Strategies that work, that return a no-op, or that throw; the last three quote the conversation. */
const STRATEGIES: readonly (Answer | undefined)[] = [
  undefined,
  shrinks({ promptTokens: 9, completionTokens: 1, totalTokens: 10 }),
  async ({ history }) => ({
    kind: 'noop',
    reason: `I read: ${JSON.stringify(history)}`,
    metadata: {
      originalMessageCount: history.length,
      compressedMessageCount: history.length,
      strategyUsed: JSON.stringify(history),
      llmCallMade: false,
    },
  }),
  async ({ history }) => {
    const text = `no: ${JSON.stringify(history)}`;
    throw Object.assign(new Error(text), { name: text, code: text, stack: text, status: 529 });
  },
  async ({ history }) => {
    throw JSON.stringify(history);
  },
];

test.each(
  STRATEGIES.flatMap((compress) =>
    ['none', 'top-down-truncation'].map((fallback) => [compress, fallback] as const),
  ),
)('records no content of the conversation: %o, fallback %s', async (compress, fallback) => {
  const made = watched({
    ...(compress && { compress }),
    settings: {
      'context-limit': 8_000,
      maxOutputTokens: 1_000,
      'compression.fallback': fallback,
      'compression.ingestTokens': 100,
    },
  });
  made.history.append(...conversation);
  const pending: IContent[] = [{ speaker: 'human', blocks: [{ type: 'text', text: LONG }] }];
  for (const force of [false, true]) {
    await made.orchestrator.prepare({ pending, force }).catch(() => {});
    made.orchestrator.report({
      usage: { promptTokens: 50, completionTokens: 5, totalTokens: 55 },
    });
  }
  const spans = made
    .spans()
    .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
  expect(spans).toHaveLength(2);
  expect(JSON.stringify([spans, await made.metrics()])).not.toContain(SECRET);
  made.stop();
});
