import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import type { Figures } from './host-check.ts';
import { measurePrefix } from './prefix-share.ts';
import { hasReasoning, type ModelRequest, type ScriptedModel } from './scripted-model.ts';

/** What the person asks for in every check. The demands must stand word for word in each request. */
export const TASK =
  'Read every file. Never touch c.txt, and end your report with the word harbour.';

/** What `/palimpsest preview` says. */
export const PREVIEW = /A compaction now: about [^]*As they are: the newest/;

/** A rule of a person, after `/keep`: results with a line of file 3 stay word for word. */
export const KEEP = 'line 1 of file 3:';

/** Returns the length of the messages of a request, in characters. */
export function sizeOf({ messages }: ModelRequest): number {
  return JSON.stringify(messages).length;
}

/** Checks that the rule `KEEP` holds in each request that a compaction shortened, and that other old results are not whole. */
export function assertKept(requests: readonly ModelRequest[]): void {
  const compacted = requests.filter(
    (request, at) => at > 0 && sizeOf(request) < 0.8 * sizeOf(requests[at - 1]!),
  );
  assert.ok(compacted.length > 0, 'a compaction happened');
  for (const { messages } of compacted) {
    const text = JSON.stringify(messages);
    const linesOf = (file: number): number => text.split(` of file ${file}: value_`).length - 1;
    const [kept, ...others] = [3, 1, 2, 4, 5].map(linesOf) as [number, ...number[]];
    assert.ok(kept >= 550, `every line of a kept result stands in the request: ${kept}`);
    assert.ok(Math.min(...others) < kept, `other old results are shortened: ${others.join(', ')}`);
  }
}

/** What a session with compactions showed. */
interface CompactedSession {
  readonly description: string;
  readonly figures: Figures;
}

/**
 * Checks a session of at least 40 turns in which at least two compactions happened: requests are valid and have the demands, and between compactions
 * a request begins with nearly all of the one before.
 */
export function assertCompacted({ requests, waits }: ScriptedModel): CompactedSession {
  const sizes = requests.map(sizeOf);
  const isCompaction = sizes.map((size, at) => at > 0 && size < 0.8 * sizes[at - 1]!);
  const [during, others] = [true, false].map((wanted) =>
    waits.filter((_, at) => at > 0 && isCompaction[at] === wanted).map(Math.round),
  ) as [number[], number[]];
  assert.ok(
    sizes.length > 40 && during.length >= 2,
    `a session of 40 turns with two compactions, got ${sizes.length} and ${during.length}`,
  );
  assertValid(requests);
  assertDemands(requests);
  const { between } = measurePrefix(requests);
  assert.ok(between >= 0.98, `${percent(between)} were the same between compactions`);
  const largest = Math.max(...sizes);
  const usual = others.toSorted((left, right) => left - right)[others.length >> 1]!;
  return {
    description: `${sizes.length} requests, ${during.length} compactions, largest ${largest} characters, last ${sizes.at(-1)}; from an answer to the next request ${during.join(', ')} ms with a compaction, ${usual} ms (median) without; ${percent(between)} the same between compactions`,
    figures: {
      requests: String(sizes.length),
      compactions: String(during.length),
      reasoning: requests.some(hasReasoning) ? 'yes' : 'no',
      'between compactions': percent(between),
      'largest request, characters': String(largest),
      'longest turn with a compaction, ms': String(Math.max(...during)),
      'median turn without, ms': String(usual),
    },
  };
}

/** Checks that each request since the one that has the task first has the demands word for word. */
function assertDemands(requests: readonly ModelRequest[]): void {
  const begin = requests.findIndex(({ text }) => text.includes(TASK));
  assert.notEqual(begin, -1, 'the demands stand in a request');
  for (const [at, { text }] of requests.entries())
    assert.ok(at < begin || text.includes(TASK), `the demands stand in request ${at}`);
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A call that a model makes which continues what a compaction shows: it would write the mark of the compaction to a file. */
export const COPIES_MARK = { shell: "cat > copied.txt <<'EOF'\nline 1 of file 1\n…549\nEOF" };

/** Asserts that the newest call, of `COPIES_MARK` in the folder `work`, did not run, and that its result says why. */
export function assertStopped({ requests }: ScriptedModel, work: string): void {
  const result = JSON.stringify(requests.at(-1)!.messages.slice(-3));
  assert.match(result, /The call did not run\. It contains a mark/);
  assert.ok(!existsSync(join(work, 'copied.txt')), 'nothing is written');
}

export function assertValid(requests: readonly ModelRequest[]): void {
  for (const [at, { api, messages }] of requests.entries()) {
    assert.deepEqual(providerChecks[api](messages), [], `request ${at}`);
  }
}
