import type { ContentBlock, IContent } from '@palimpsest/core-types';
import fc from 'fast-check';

const LONG = 'a line of text\n'.repeat(8);

const idArbitrary = fc.constantFrom('0', '1', '2', '');
const pathArbitrary = fc.constantFrom('a.ts', './a.ts', '/w/a.ts', 'b.ts', 'src/*.ts');

const callArbitrary: fc.Arbitrary<ContentBlock> = fc
  .record({
    id: idArbitrary,
    name: fc.constantFrom(
      'read_file',
      'read_file',
      'write_file',
      'write_file',
      'read_many_files',
      'glob',
      'TodoWrite',
      'unheard_of',
    ),
    path: pathArbitrary,
    other: pathArbitrary,
    isProvided: fc.nat(9).map((roll) => roll === 0),
  })
  .map(({ id, name, path, other, isProvided }) => ({
    type: 'tool_call' as const,
    id,
    name,
    parameters: name === 'read_many_files' ? { paths: [path, other] } : { file_path: path },
    ...(isProvided ? { providerExecuted: true } : {}),
  }));

const responseArbitrary: fc.Arbitrary<ContentBlock> = fc
  .record({
    callId: idArbitrary,
    toolName: fc.constantFrom('read_file', 'write_file', 'glob', 'TodoWrite', 'unheard_of'),
    result: fc.oneof(
      { weight: 3, arbitrary: fc.constant(LONG) },
      fc.constantFrom<unknown>(
        'ok',
        'Error: no such file',
        { text: LONG },
        undefined,
        '[Result pruned — re-run tool to retrieve]',
        '[read_file a.ts: success, 12 lines]',
      ),
    ),
    hasFailed: fc.nat(7).map((roll) => roll === 0),
  })
  .map(({ hasFailed, ...response }) => ({
    type: 'tool_response' as const,
    ...response,
    ...(hasFailed ? { error: 'ENOENT' } : {}),
  }));

const END = '--- End of content ---';

/** Files that are included once or several times, without a closing line, or with a closing line in their content. */
const textArbitrary: fc.Arbitrary<ContentBlock> = fc
  .array(
    fc.oneof(
      fc.constantFrom('Please look.\n', '\n', ' ', `${END}\n`),
      fc
        .tuple(
          fc.constantFrom('a.ts', './a.ts', 'b.ts'),
          fc.constantFrom('1', '2', '', `x\n${END}\ny`, `x\n${END}\nz`),
          fc.constantFrom(`${END}\n`, `${END}\n`, ''),
        )
        .map(([path, content, end]) => `--- ${path} ---\n${content}\n${end}`),
    ),
    { maxLength: 3 },
  )
  .map((parts) => ({ type: 'text' as const, text: parts.join('') }));

const blockArbitrary: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 4, arbitrary: callArbitrary },
  { weight: 6, arbitrary: responseArbitrary },
  { weight: 2, arbitrary: textArbitrary },
  fc.constantFrom<ContentBlock>(
    { type: 'thinking', thought: 'Hm.' },
    { type: 'thinking', thought: '' },
    { type: 'opaque', kind: 'mystery' },
  ),
);

/**
 * Entries with any blocks in any order, few ids and few files: results without calls, duplicate results,
 * late results, results in the entry of their call, and blocks of any speaker. Nearly every combination occurs.
 */
export const entryArbitrary: fc.Arbitrary<IContent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(callArbitrary, callArbitrary, fc.nat(2)).map(([call, other, roll]) => ({
      speaker: 'ai' as const,
      blocks: roll === 0 ? [call, other] : [call],
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .array(responseArbitrary, { minLength: 1, maxLength: 3 })
      .map((blocks) => ({ speaker: 'tool' as const, blocks })),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(textArbitrary, { minLength: 1, maxLength: 2 })
      .map((blocks) => ({ speaker: 'human' as const, blocks })),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        speaker: fc.constantFrom('human', 'human', 'ai', 'tool', 'system'),
        blocks: fc.array(blockArbitrary, { maxLength: 4 }),
        metadata: fc.constant({ pinned: true }),
      },
      { requiredKeys: ['speaker', 'blocks'] },
    ),
  },
);
