import {
  defined,
  type ContentBlock,
  type IContent,
  type ThinkingBlock,
} from '@palimpsest/core-types';
import fc from 'fast-check';
import { usually } from './chance.ts';
import { resultArbitrary } from './result-arbitrary.ts';
import { textArbitrary } from './text-arbitrary.ts';

/** Metadata that pin an entry, or none. */
export type Pin = Pick<IContent, 'metadata'>;

export const MEDIA: readonly ContentBlock[] = [
  { type: 'media', mimeType: 'image/png', data: 'aGVs'.repeat(200), encoding: 'base64' },
  { type: 'media', mimeType: '', data: 'https://example.org/a.jpg', encoding: 'url' },
];
export const OPAQUE: ContentBlock = { type: 'opaque', kind: 'mystery' };
const TRUNCATION_NOTICE: ContentBlock = { type: 'text', text: 'The file was truncated.' };

const TOOLS = ['read_file', 'write_file', 'run_shell_command', 'Edit', 'Bash', 'TodoWrite', ''];
const PATHS = ['a.ts', 'src/b.ts', './src/../a.ts', 'C:\\x\\a.ts', '/w/src/b.ts', ''];

/** Longer than what any reduced tool call keeps of its arguments. */
const LONG = Array.from({ length: 30 }, (_, at) => `const new_${at} = "line";\n`).join('');

/** A call, and what becomes of it. Results `in part` are of an aborted call, those `in place` are in the entry of the call, as for tools that a provider executes. */
function planArbitrary() {
  const path = fc.constantFrom(...PATHS);
  // Not shrunk: shrunk ids would be equal. Some ids are equal or empty on purpose.
  const unique = fc.noShrink(fc.nat(1e9)).map((number) => `call-${number}`);
  return fc.record({
    id: fc.oneof({ weight: 8, arbitrary: unique }, fc.constantFrom('0', '')),
    name: fc.constantFrom(...TOOLS),
    parameters: fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
      { weight: 3, arbitrary: path.map((file_path) => ({ file_path })) },
      { weight: 2, arbitrary: path.map((file_path) => ({ file_path, content: LONG })) },
      path.map((file_path) => ({ file_path, old_string: 'old line\n', new_string: LONG })),
      fc.constantFrom('npm test', 'rm -rf x').map((command) => ({ command })),
      fc.jsonValue({ maxDepth: 2 }),
      fc.constant(undefined),
    ),
    result: resultArbitrary(),
    error: usually(3, undefined, ['ENOENT', 'denied', 'x'.repeat(700)]),
    isError: usually<true | undefined>(19, undefined, [true]),
    providerExecuted: usually<true | undefined>(19, undefined, [true]),
    fate: usually(20, 'answered', ['unanswered', 'twice', 'in part', 'in place']),
    beside: usually<readonly ContentBlock[]>(9, [], [[MEDIA[0]!], [OPAQUE], [TRUNCATION_NOTICE]]),
  });
}

/** Generates one entry with up to three calls, and the entries of their results, apart or together. */
export function callsArbitrary(pin: fc.Arbitrary<Pin>): fc.Arbitrary<IContent[]> {
  return fc
    .record({
      plans: fc.array(planArbitrary(), { minLength: 1, maxLength: 3 }),
      says: fc.option(fc.lorem({ maxCount: 6 }), { nil: undefined, freq: 2 }),
      thoughts: fc.array(thinkingArbitrary(), { maxLength: 2 }),
      isOneEntry: fc.boolean(),
      pins: pin,
      pinsResults: fc.boolean(),
    })
    .map(({ plans, says, thoughts, isOneEntry, pins, pinsResults }) => {
      const blocks: ContentBlock[] = says === undefined ? [] : [{ type: 'text', text: says }];
      const results: ContentBlock[][] = [];
      for (const [at, { id, name, parameters, providerExecuted, ...plan }] of plans.entries()) {
        const call = { type: 'tool_call' as const, id, name, parameters };
        blocks.push(...thoughts.slice(at, at + 1), { ...call, ...defined({ providerExecuted }) });
        const { fate, result, error, isError, beside } = plan;
        const isComplete = fate === 'in part' ? false : undefined;
        const response = { type: 'tool_response' as const, callId: id, toolName: name, result };
        const answer = { ...response, ...defined({ error, isError, isComplete }) };
        if (fate === 'in place') blocks.push(answer, ...beside);
        else if (fate !== 'unanswered') results.push([answer, ...beside]);
        if (fate === 'twice') results.push([{ ...answer }]);
      }
      const together = isOneEntry && results.length > 0 ? [results.flat()] : results;
      const answers = together.map((some): IContent => {
        return { speaker: 'tool', blocks: some, ...(pinsResults ? pins : {}) };
      });
      return [{ speaker: 'ai', blocks, ...(pinsResults ? {} : pins) }, ...answers];
    });
}

/** Generates reasoning as providers return it: signed, encrypted without text, hidden, or cut off while it is streamed. */
export function thinkingArbitrary(): fc.Arbitrary<ThinkingBlock> {
  const type = fc.constant('thinking' as const);
  const signature = fc.string({ maxLength: 8 });
  const thought = fc.lorem({ maxCount: 5 });
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ type, thought, signature }) },
    fc.record({ type, thought: textArbitrary(), signature, isHidden: fc.boolean() }),
    fc.record({ type, thought: fc.constant(''), encryptedContent: fc.base64String() }),
    fc.record({ type, thought, streamStatus: fc.constant('delta' as const) }),
  );
}
