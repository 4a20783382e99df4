import { checkGemini } from '../../../formats/test/checker/check-gemini.ts';
import { expect, test } from 'vitest';
import { adkAdapter } from '../../src/adk/index.ts';
import { failuresIn, output, SMALL, TASK } from '../work.ts';
import { drive, ScriptedLlm } from './scripted-agent.ts';

const STEPS = 14;

test.each([false, true])(
  'sends reduced contents, and the session keeps the full results (streamed: %s)',
  async (streams) => {
    const google = adkAdapter(SMALL);
    const model = new ScriptedLlm({ steps: STEPS });
    const { session, errors } = await drive(
      { model, tools: [google.recallTool], ...google.callbacks },
      { streams },
    );
    expect(errors).toEqual([]);
    expect(model.seen).toHaveLength(STEPS + 2);
    for (const contents of model.seen) {
      expect(checkGemini(contents)).toEqual([]);
      expect(JSON.stringify(contents).length).toBeLessThan(6_000 * 4);
    }
    const recalled = model.seen.at(-1)!.at(-1)!.parts!.at(-1)!.functionResponse!;
    expect(recalled).toMatchObject({
      name: 'recall',
      response: { output: expect.stringContaining(output(0)) },
    });
    const results = session.events.flatMap(
      ({ content }) =>
        content?.parts?.flatMap((part) => part.functionResponse?.response ?? []) ?? [],
    );
    for (let step = 0; step < STEPS; step += 1)
      expect(results).toContainEqual({ result: output(step) });
  },
);

test('rewrites the sent prefix in fewer than 8 of 16 requests', async () => {
  const google = adkAdapter(SMALL);
  const model = new ScriptedLlm({ steps: STEPS });
  await drive({ model, tools: [google.recallTool], ...google.callbacks });
  let rewrites = 0;
  for (const [request, contents] of model.seen.entries()) {
    const previous = model.seen[request - 1] ?? [];
    const isPrefix = previous.every(
      (content, index) => JSON.stringify(content) === JSON.stringify(contents[index]),
    );
    if (!isPrefix) rewrites += 1;
  }
  expect(rewrites).toBeGreaterThan(0);
  expect(rewrites).toBeLessThan(8);
});

type Callback = ReturnType<typeof adkAdapter>['callbacks']['beforeModelCallback'];
type CallbackInput = Parameters<Callback>[0];

/** Returns the input that ADK passes to a callback. */
function inputOf(request: Partial<CallbackInput['request']>): CallbackInput {
  const context = { sessionId: 's', agentName: 'worker', actions: {} };
  return {
    context,
    request: { contents: [], toolsDict: {}, liveConnectConfig: {}, ...request },
  } as unknown as CallbackInput;
}

/** Contents that are larger than the window. */
const longContents = () =>
  Array.from({ length: STEPS }, (_, step) => [
    {
      role: 'model',
      parts: [{ functionCall: { name: 'bash', args: { command: `make test-${step}` } } }],
    },
    {
      role: 'user',
      parts: [{ functionResponse: { name: 'bash', response: { result: output(step) } } }],
    },
  ]).flat();

test('keeps contents that fit, reduces others in a copy, and leaves its own output unchanged', async () => {
  const { callbacks } = adkAdapter(SMALL);
  const contents = [{ role: 'user', parts: [{ text: TASK }] }, ...longContents()];
  const copy = structuredClone(contents);
  const short = inputOf({ contents: contents.slice(0, 3) });
  await callbacks.beforeModelCallback(short);
  expect(short.request.contents).toHaveLength(3);
  for (const [at, content] of short.request.contents.entries()) expect(content).toBe(contents[at]);
  const first = inputOf({ contents });
  await callbacks.beforeModelCallback(first);
  const size = JSON.stringify(contents).length;
  expect(JSON.stringify(first.request.contents).length).toBeLessThan(size / 2);
  expect(contents).toEqual(copy);
  const again = inputOf({ contents: first.request.contents });
  await callbacks.beforeModelCallback(again);
  expect(again.request.contents).toEqual(first.request.contents);
});

test('leaves a request that continues a server-managed interaction unchanged', async () => {
  const { callbacks } = adkAdapter(SMALL);
  const contents = longContents();
  const input = inputOf({ contents, previousInteractionId: 'i1' });
  await callbacks.beforeModelCallback(input);
  expect(input.request.contents).toBe(contents);
});

test.each([false, true])(
  'corrects the estimates by the reported tokens, once per request (streamed: %s)',
  async (streams) => {
    const tokens: number[][] = [];
    for (const tokensPerCharacter of [undefined, 0.5]) {
      const estimates: number[] = [];
      const google = adkAdapter({ onPrepared: ({ tokensBefore }) => estimates.push(tokensBefore) });
      const counting =
        tokensPerCharacter === undefined
          ? {}
          : {
              promptTokens: (contents: object) =>
                Math.ceil(JSON.stringify(contents).length * tokensPerCharacter),
            };
      const model = new ScriptedLlm({ steps: 4, recalls: false, ...counting });
      await drive({ model, ...google.callbacks }, { streams });
      tokens.push(estimates);
    }
    const [estimated, corrected] = tokens as [number[], number[]];
    expect(corrected[0]).toBe(estimated[0]);
    expect(corrected).toHaveLength(5);
    expect(corrected.at(-1)).toBeGreaterThan(estimated.at(-1)! * 1.1);
  },
);

function failWithOutput(command: string): never {
  throw new Error(output(Number(/\d+$/.exec(command)?.[0])));
}

test('says of every failed tool result that it failed, after compression too', async () => {
  const google = adkAdapter(SMALL);
  const model = new ScriptedLlm({ steps: STEPS });
  await drive({ model, tools: [google.recallTool], ...google.callbacks }, { bash: failWithOutput });
  const last = model.seen.at(-1)!;
  const { recorded, errors } = failuresIn(last);
  expect(recorded).toBeGreaterThan(STEPS / 2);
  expect(recorded + errors).toBe(STEPS);
  expect(JSON.stringify(last).length).toBeLessThan((STEPS * output(0).length) / 2);
});
