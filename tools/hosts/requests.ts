import assert from 'node:assert/strict';
import { checkAnthropic } from '@palimpsest/formats';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import type { Figures } from './host-check.ts';
import type { ModelRequest, ScriptedModel } from './scripted-model.ts';

/** What the person asks for in every check. The demands must stand word for word in the last request. */
export const TASK =
  'Read every file. Never touch c.txt, and end your report with the word harbour.';

/** Returns the length of the messages of a request, in characters. */
export function sizeOf({ messages }: ModelRequest): number {
  return JSON.stringify(messages).length;
}

/** Returns the text of a file that the agent reads: different lines, so that a compaction has something to choose from. */
export function fileOf(at: number, lines: number): string {
  const text = Array.from(
    { length: lines },
    (_, line) =>
      `line ${line} of file ${at}: value_${(line * at * 7919) % 100_003} = compute(${(line * 31) % 97})`,
  );
  return `${text.join('\n')}\n`;
}

/** What a session with compactions showed. */
interface CompactedSession {
  readonly description: string;
  readonly figures: Figures;
}

/** Checks a session of at least 40 turns in which at least two compactions happened. */
export function assertCompacted({ requests, waits }: ScriptedModel): CompactedSession {
  const sizes = requests.map(sizeOf);
  const isCompaction = sizes.map((size, at) => at > 0 && size < 0.8 * sizes[at - 1]!);
  const [during, others] = [true, false].map((wanted) =>
    waits.filter((_, at) => at > 0 && isCompaction[at] === wanted).map(Math.round),
  ) as [number[], number[]];
  assert.ok(sizes.length > 40 && during.length >= 2, 'a session of 40 turns with two compactions');
  assertValid(requests);
  assert.ok(
    JSON.stringify(requests.at(-1)).includes(TASK),
    'the demands stand in the last request',
  );
  const largest = Math.max(...sizes);
  const usual = others.toSorted((left, right) => left - right)[others.length >> 1]!;
  return {
    description: `${sizes.length} requests, ${during.length} compactions, largest ${largest} characters, last ${sizes.at(-1)}; from an answer to the next request ${during.join(', ')} ms with a compaction, ${usual} ms (median) without`,
    figures: {
      requests: String(sizes.length),
      compactions: String(during.length),
      'largest request, characters': String(largest),
      'longest turn with a compaction, ms': String(Math.max(...during)),
      'median turn without, ms': String(usual),
    },
  };
}

export function assertValid(requests: readonly ModelRequest[]): void {
  for (const [at, { messages }] of requests.entries()) {
    assert.deepEqual(
      checkAnthropic(messages as unknown as AnthropicMessage[]),
      [],
      `request ${at}`,
    );
  }
}
