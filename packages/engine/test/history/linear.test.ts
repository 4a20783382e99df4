import type { ContentBlock, IContent } from '@palimpsest/core-types';
import { repairHistory, resultInvariants } from '../../src/history/index.ts';
import { expect, test } from 'vitest';

/** Number of reads that were counted since the last test. */
let reads = 0;

/** Returns an object of which each read of a property counts. */
function counting<T extends object>(target: T): T {
  return new Proxy(target, {
    get(object, name) {
      reads += 1;
      return Reflect.get(object, name) as unknown;
    },
  });
}

/** Expects twice the reads for twice the size. */
function expectLinear(work: (size: number) => void): void {
  const [small, large] = [200, 400].map((size) => {
    reads = 0;
    work(size);
    return reads;
  });
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(2.2 * small!);
}

const numbers = (size: number): number[] => Array.from({ length: size }, (_, at) => at);

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const called = (id: string): ContentBlock => ({
  type: 'tool_call',
  id,
  name: 'Read',
  parameters: { path: 'a.ts' },
});
const answered = (callId: string): ContentBlock => ({
  type: 'tool_response',
  callId,
  toolName: 'Read',
  result: 'x',
});

/** Runs a law over a result without provenance. */
function check(law: string, before: readonly IContent[], after: readonly IContent[]): string[] {
  const found = resultInvariants
    .find(({ name }) => name === law)!
    .find({
      before,
      after,
      provenance: [],
      tokensBefore: 2,
      tokensAfter: 1,
      isProtected: () => false,
    });
  return Array.from(found, ([, message]) => message);
}

test('the law of order reads moved entries in linear time', () => {
  expectLinear((size) => {
    const entries = numbers(size).map((at): IContent => ({
      speaker: 'human',
      blocks: [text(`${at}`)],
    }));
    const half = size / 2;
    const after = [entries[half]!, ...entries.toSpliced(half, 1)];
    expect(check('law-2-order', counting(entries), after)).toHaveLength(half);
  });
});

test.each<[string, (at: string) => ContentBlock]>([
  ['texts', text],
  ['calls', called],
])('the law of voice reads copied %s in linear time', (_, make) => {
  expectLinear((size) => {
    const entries = (): IContent[] =>
      numbers(size).map((at) => ({ speaker: 'ai', blocks: [counting(make(`${at}`))] }));
    expect(check('law-4-voice', entries(), entries())).toEqual([]);
  });
});

test('results before their calls are moved in linear time', () => {
  expectLinear((size) => {
    const entries = [answered, called].flatMap((make) =>
      numbers(size).map((at): IContent => {
        const block = counting(make(`${at}`));
        return { speaker: block.type === 'tool_call' ? 'ai' : 'tool', blocks: [block] };
      }),
    );
    expect(repairHistory(entries).repairs).toHaveLength(size);
  });
});
