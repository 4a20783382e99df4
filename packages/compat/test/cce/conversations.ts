import fc from 'fast-check';
import type { Message, SyncCompressOptions } from '../../src/cce.ts';
import { idText } from '../../src/cce/message.ts';

const SENTENCES = [
  'The parser reads every file line by line and keeps the last one in memory.',
  'However, the release must not go out before the migration of user_accounts is done.',
  'We measured 250 ms for the first request and 12 ms for all others.',
  'Great, thanks a lot for looking into it.',
  'The function readLines in src/parser.ts:42 ignores a missing newline.',
  '我们决定把数据库迁移到新的服务器上。',
  'Никто не знает, почему тесты падают по ночам.',
  'No, do not use MySQL for that.',
  'ERROR: connection refused',
  'It was raining, and everybody stayed inside for lunch.',
];

const fence = '```ts\nexport const answer = 42;\n```';
const log = Array.from({ length: 12 }, (_, line) => `src/file${line}.ts:${line}: PASS`).join('\n');
const page = Array.from({ length: 14 }, (_, line) => `line ${line} of the same page`).join('\n');

const prose = fc
  .array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 12 })
  .map((sentences) => sentences.join(' '));

/** Texts of every kind that the pipeline distinguishes, many of them equal or nearly equal. */
const contents: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: prose, weight: 4 },
  prose.map((text) => `${text}\n\n${fence}\n\n${text}`),
  { arbitrary: fc.constantFrom(log, page, SENTENCES.slice(0, 5).join(' ')), weight: 3 },
  {
    arbitrary: fc.integer({ min: 0, max: 3 }).map((version) => `${page}\nversion ${version}`),
    weight: 4,
  },
  fc.constantFrom('', 'ok', '{"a": [1, 2, 3]}', '[summary: made up]', '[cce:dup of a — 300 chars]'),
  fc.string({ unit: 'binary', maxLength: 400 }),
);

const hostileIds = [
  '__proto__',
  'toString',
  'constructor',
  '1',
  '',
  ' ',
  'a\nb',
  'm1#2',
  'x'.repeat(300),
];

const ids = fc.oneof(
  { arbitrary: fc.uuid(), weight: 4 },
  fc.constantFrom<unknown>(...hostileIds),
  fc.integer({ min: 0, max: 3 }),
);

const provenances = fc.record({
  ids: fc.array(fc.oneof(ids.map(String), fc.constantFrom('a', 'b')), {
    minLength: 1,
    maxLength: 3,
  }),
  summary_id: fc.constantFrom('cce_sum_45h', 'cce_sum_0000000000000000', 'x'),
  version: fc.constant(0),
});

const metadata = fc.oneof(
  fc.constant<unknown>({ source: 'chat', tags: ['a'] }),
  provenances.map((provenance) => ({ _cce_original: provenance })),
  fc.constantFrom<unknown>(undefined, null, 'text', {}),
);

const extras = fc.record(
  {
    metadata,
    tool_calls: fc.constantFrom<unknown>([], [{ id: 'c1', function: { name: 'run' } }]),
    tool_call_id: fc.constantFrom('c1', 'c2'),
    name: fc.constantFrom('ann', 'bob'),
    note: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);

const anyContent = fc.oneof(
  { arbitrary: contents, weight: 12 },
  fc.constantFrom<unknown>(undefined, null, [{ type: 'text', text: SENTENCES.join(' ') }], 7),
);

/** Conversations with hostile ids, forged metadata and unexpected types. */
export const conversations: fc.Arbitrary<Message[]> = fc
  .array(
    fc.record({
      id: ids,
      role: fc.constantFrom<unknown>(
        'system',
        'user',
        'user',
        'user',
        'assistant',
        'assistant',
        'tool',
        undefined,
        7,
      ),
      content: anyContent,
      extra: extras,
    }),
    { maxLength: 14 },
  )
  .map((list) =>
    list.map(
      // A copy, because some generated objects have no prototype, which JSON cannot keep.
      ({ extra, ...message }, index) => structuredClone({ ...message, index, ...extra }) as Message,
    ),
  )
  .filter((list) => !list.some(claimsToStandForItself));

/**
 * Returns whether the metadata of a message names its id as an original. Such a message cannot be distinguished
 * from output of ContextCompressionEngine.
 */
function claimsToStandForItself(message: Message): boolean {
  const claim = message.metadata?.['_cce_original'] as { ids: string[] } | undefined;
  return claim?.ids[0] === idText(message);
}

/** Any options of a synchronous call. */
export const options: fc.Arbitrary<SyncCompressOptions> = fc.record(
  {
    preserve: fc.constantFrom<string[]>([], ['system'], ['user']),
    recencyWindow: fc.integer({ min: 0, max: 6 }),
    sourceVersion: fc.nat(9),
    tokenBudget: fc.integer({ min: 0, max: 600 }),
    minRecencyWindow: fc.integer({ min: 0, max: 3 }),
    dedup: fc.boolean(),
    fuzzyDedup: fc.boolean(),
    fuzzyThreshold: fc.constantFrom(0.5, 0.85, 1),
    embedSummaryId: fc.boolean(),
    forceConverge: fc.boolean(),
  },
  { requiredKeys: [] },
);
