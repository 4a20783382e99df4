import { historyArbitrary, textArbitrary } from '@palimpsest/conformance';
import {
  formatDuplicateMarker,
  formatSummaryMarker,
  formatTruncationMarker,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import fc from 'fast-check';

const SENTENCES = [
  'Please review the retry policy before Friday.',
  'The worker pool holds 12 connections and a timeout of 30 seconds.',
  'However, the MySQL driver must not be used here.',
  'No, do not deploy on the old cluster.',
  'We talked about lunch for a while.',
  'In src/pool.ts the function acquireConnection throws when maxWaiters is reached.',
  '我们必须在周五之前检查重试策略。',
  'Всё это нужно проверить до пятницы!',
  'a line without an end',
  '- a requirement in a list',
];

const CODE = '```ts\nexport const answer = 42;\nexport const half = answer / 2;\n```';
const SECRET = 'Use AKIAIOSFODNN7EXAMPLE for the upload, nothing else.';

function prose(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...SENTENCES), { minLength: 2, maxLength: 24 })
    .chain((sentences) => fc.constantFrom(' ', '\n', '\n\n').map((gap) => sentences.join(gap)));
}

/** Texts from a small pool, so that they repeat. */
function pooled(): fc.Arbitrary<string> {
  return fc.constantFrom(
    ...['alpha', 'beta', 'gamma'].flatMap((name) => [
      `${name}\n${SENTENCES.join('\n')}`,
      `${name} ${SENTENCES.slice(0, 6).join(' ')}`,
      `Same beginning of every text in this pool, with the same words\n${name} ${SENTENCES.join('\n')}`,
    ]),
  );
}

function withCode(): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(prose(), fc.constantFrom(CODE, CODE, SECRET, '~~~\nunclosed')), {
      minLength: 2,
      maxLength: 5,
    })
    .map((parts) => parts.join('\n\n'));
}

/** Returns the first words of a line as a reference shows them. */
function quoted(line: string): string {
  return line.length > 50 ? `"${line.slice(0, 50).trimEnd()}…"` : `"${line}"`;
}

function marker(): fc.Arbitrary<string> {
  return fc.oneof(
    pooled().map((text) =>
      formatDuplicateMarker({ of: `${quoted(text.split('\n')[0]!)} below`, length: text.length }),
    ),
    pooled().map((text) =>
      formatDuplicateMarker({ of: 'read_file a.ts below', length: text.length }),
    ),
    prose().map((text) => formatSummaryMarker({ text: text.slice(0, 400), entities: ['MySQL'] })),
    prose().map((text) => formatTruncationMarker(5_000, text.slice(0, 512))),
  );
}

function longTextArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: prose() },
    { weight: 4, arbitrary: pooled() },
    { weight: 2, arbitrary: withCode() },
    marker(),
    textArbitrary(),
  );
}

function spoken(): fc.Arbitrary<IContent[]> {
  return fc
    .record({
      speaker: fc.constantFrom('human' as const, 'ai' as const, 'ai' as const),
      texts: fc.array(longTextArbitrary(), { minLength: 1, maxLength: 2 }),
      thought: fc.option(fc.lorem({ maxCount: 12 }), { nil: undefined, freq: 3 }),
      beside: fc.nat(11),
    })
    .map(({ speaker, texts, thought, beside }) => {
      const blocks: ContentBlock[] = texts.map((text) => ({ type: 'text', text }));
      if (thought !== undefined && speaker === 'ai') blocks.unshift({ type: 'thinking', thought });
      if (beside === 0) blocks.push({ type: 'opaque', kind: 'mystery' });
      if (beside === 1) {
        blocks.push({ type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' });
      }
      return [{ speaker, blocks, native: { format: 'x' } }];
    });
}

function tooled(): fc.Arbitrary<IContent[]> {
  return fc
    .record({
      says: fc.option(longTextArbitrary(), { nil: undefined }),
      name: fc.constantFrom('read_file', 'run_shell_command', 'grep', ''),
      path: fc.constantFrom('a.ts', 'b.ts'),
      results: fc.array(
        fc.oneof(
          longTextArbitrary(),
          longTextArbitrary().map((output) => ({ output, exitCode: 0 })),
          longTextArbitrary().map((text) => [{ type: 'text', text }]),
          longTextArbitrary().map((text) => `${text}\nExit Code: 1`),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      error: fc.option(fc.constantFrom('ENOENT', 'x'.repeat(700)), { nil: undefined, freq: 6 }),
      isOneEntry: fc.boolean(),
      turn: fc.nat(999),
    })
    .map(({ says, name, path, results, error, isOneEntry, turn }) => {
      const said: ContentBlock[] = says === undefined ? [] : [{ type: 'text', text: says }];
      const ids = results.map((_, at) => `call-${turn}-${at}`);
      const asked = ids.map((id): ContentBlock => ({
        type: 'tool_call',
        id,
        name,
        parameters: { file_path: path },
      }));
      const answered = results.map((result, at): ContentBlock => ({
        type: 'tool_response',
        callId: ids[at]!,
        toolName: name,
        result,
        ...(error === undefined ? {} : { error }),
      }));
      return [
        { speaker: 'ai', blocks: [...said, ...asked] },
        ...(isOneEntry
          ? [{ speaker: 'tool' as const, blocks: answered }]
          : answered.map((block) => ({ speaker: 'tool' as const, blocks: [block] }))),
      ];
    });
}

/** Sessions of long prose, code and tool results, with many repeated texts, and with real and forged markers of earlier runs. */
export function sessionArbitrary(): fc.Arbitrary<IContent[]> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: spoken() },
    { weight: 4, arbitrary: tooled() },
    historyArbitrary({ maxPieces: 2 }),
    fc.constant([{ speaker: 'ai', blocks: [{ type: 'thinking', thought: 'hm' }] } as IContent]),
  );
  return fc.array(piece, { maxLength: 14, size: 'max' }).map((pieces) => pieces.flat());
}
