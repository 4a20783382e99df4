import assert from 'node:assert/strict';
import { checkAnthropic } from '@palimpsest/formats';
import type { AnthropicMessage } from '@palimpsest/formats/anthropic';
import type { ModelRequest } from './scripted-model.ts';

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

/** Checks a session of at least 40 turns in which at least two compactions happened, and returns its description. */
export function assertCompacted(requests: readonly ModelRequest[]): string {
  const sizes = requests.map(sizeOf);
  const compactions = sizes.filter((size, at) => at > 0 && size < 0.8 * sizes[at - 1]!).length;
  assert.ok(sizes.length > 40 && compactions >= 2, 'a session of 40 turns with two compactions');
  assertValid(requests);
  assert.ok(
    JSON.stringify(requests.at(-1)).includes(TASK),
    'the demands stand in the last request',
  );
  return `${sizes.length} requests, ${compactions} compactions, largest ${Math.max(...sizes)} characters, last ${sizes.at(-1)}`;
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
