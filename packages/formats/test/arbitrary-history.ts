import type { ContentBlock, IContent } from '@palimpsest/core-types';
import fc from 'fast-check';

/** Histories that every format can represent: texts, and whole exchanges with at most one reasoning block and one text before the calls. */

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const call = fc.record({
  name: fc.constantFrom('read', 'write', 'run'),
  parameters: fc
    .oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue())
    .map((value): unknown => JSON.parse(JSON.stringify(value))),
  outcome: fc.oneof(
    fc.record({ result: fc.string() }),
    fc.record({ result: fc.string(), isError: fc.constant(true as const) }),
    fc.record({ result: fc.string(), error: text.filter((error) => error.trim() !== '') }),
    fc.record({
      result: fc.string(),
      error: text.filter((error) => error.trim() !== ''),
      isError: fc.constant(true as const),
    }),
  ),
});

const said = fc
  .tuple(fc.constantFrom('system', 'human', 'ai'), text)
  .map(([speaker, words]): IContent[] => [{ speaker, blocks: [{ type: 'text', text: words }] }]);

const exchange = fc
  .record({
    thought: fc.option(text, { nil: undefined }),
    words: fc.option(text, { nil: undefined }),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
    hasSameIds: fc.boolean(),
  })
  .map(({ thought, words, calls, hasSameIds }): IContent[] => {
    const id = (index: number): string => (hasSameIds ? 'call' : `call-${index}`);
    const blocks: ContentBlock[] = [];
    if (thought !== undefined) blocks.push({ type: 'thinking', thought });
    if (words !== undefined) blocks.push({ type: 'text', text: words });
    for (const [index, { name, parameters }] of calls.entries()) {
      blocks.push({ type: 'tool_call', id: id(index), name, parameters });
    }
    const answers = calls.map(({ name, outcome }, index): IContent => {
      const response = {
        type: 'tool_response',
        callId: id(index),
        toolName: name,
        ...outcome,
      } as const;
      return { speaker: 'tool', blocks: [response] };
    });
    return [{ speaker: 'ai', blocks }, ...answers];
  });

export const anyHistory: fc.Arbitrary<IContent[]> = fc
  .array(fc.oneof(said, exchange), { maxLength: 8 })
  .map((parts) => parts.flat());
