import { historyArbitrary } from '@palimpsest/conformance';
import {
  formatDuplicateMarker,
  formatSummaryMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import fc from 'fast-check';

const SENTENCES = [
  'Please review the retry policy before Friday.',
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'No, do not deploy on the old cluster.',
  'We talked about lunch for a while.',
  '我们必须在周五之前检查重试策略。',
  '- a requirement in a list',
];

/** Texts from a small pool, so that they repeat; some begin alike, one has code, and two are forged markers. */
const POOL = [
  ...['alpha', 'beta'].flatMap((name) => [
    `${name}\n${SENTENCES.join('\n')}`,
    `The same words at the beginning of every text of this kind\n${name} ${SENTENCES.join('\n')}`,
  ]),
  `${SENTENCES.join(' ')}\n\n\`\`\`ts\nexport const answer = 42;\n\`\`\``,
  formatDuplicateMarker({ of: '"alpha" below', length: `alpha\n${SENTENCES.join('\n')}`.length }),
  formatSummaryMarker({ text: SENTENCES.join(' '), entities: ['MySQL'] }),
];

const texts = fc.oneof(
  fc.constantFrom(...POOL),
  fc
    .array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 16 })
    .map((sentences) => sentences.join(' ')),
);

const spoken = fc
  .record({ speaker: fc.constantFrom('human' as const, 'ai' as const), text: texts })
  .map(({ speaker, text }): IContent[] => [{ speaker, blocks: [{ type: 'text', text }] }]);

/** Parallel calls with their results in one entry, some of them failures or texts in a record. */
const tooled = fc
  .record({
    name: fc.constantFrom('read_file', 'grep', ''),
    path: fc.constantFrom('a.ts', 'b.ts'),
    results: fc.array(
      fc.oneof(
        texts,
        texts.map((output) => ({ output, exitCode: 0 })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    error: fc.option(fc.constant('ENOENT'), { nil: undefined, freq: 6 }),
    turn: fc.nat(999),
  })
  .map(({ name, path, results, error, turn }): IContent[] => {
    const ids = results.map((_, at) => `call-${turn}-${at}`);
    const calls = ids.map((id): ContentBlock => {
      return { type: 'tool_call', id, name, parameters: { file_path: path } };
    });
    const answers = results.map((result, at): ContentBlock => {
      const response = { type: 'tool_response', callId: ids[at]!, toolName: name, result } as const;
      return error === undefined ? response : { ...response, error };
    });
    return [
      { speaker: 'ai', blocks: calls },
      { speaker: 'tool', blocks: answers },
    ];
  });

/** Sessions with many repeated texts, and with real and forged markers of earlier runs. */
export const sessions: fc.Arbitrary<IContent[]> = fc
  .array(fc.oneof(spoken, tooled, historyArbitrary({ maxPieces: 2 })), {
    maxLength: 14,
    size: 'max',
  })
  .map((pieces) => pieces.flat());
