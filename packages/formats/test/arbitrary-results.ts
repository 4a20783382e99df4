import fc from 'fast-check';
import { base64, mediaShapes, textShapes } from '../../core-types/test/results/result-shapes.ts';
import type { FormatName } from '../src/index.ts';

/** Tool results as lists of parts: in the shape of each format, and in any shape for all formats. */

export type ResultFormat = Exclude<FormatName, 'icontent' | 'claude-code' | 'codex'>;

const words = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', 'ä', '中', '👍', '.', '\n', '"', '{'),
  maxLength: 30,
});
const someWords = words.filter((text) => text.trim() !== '');
const content = fc.constantFrom(3, 30, 300).map(base64);
const url = content.map((data) => `data:image/png;base64,${data}`);
const text = fc.record({ type: fc.constant('text'), text: words });
const novelty = fc.constant({ type: 'novelty', data: { of: 'a later version' } });
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const list = <Part>(...parts: fc.Arbitrary<Part>[]): fc.Arbitrary<Part[]> =>
  fc.array(fc.oneof(...parts), { minLength: 1, maxLength: 5 });

/** Records, lists and scalars as tool outputs, for formats that accept any value. */
const anyValue: fc.Arbitrary<unknown> = fc
  .oneof(
    fc.record({ stdout: words, stderr: words, exitCode: fc.nat(2) }),
    fc.record({ result: words, rows: fc.array(fc.record({ id: fc.nat(), name: words })) }),
    fc.record({ content: words, matches: fc.array(words) }),
    fc.record({ output: words, log: words }),
    fc.record({ text: words, body: words }),
    fc.record({ output: words }),
    fc.record({ error: words, code: fc.nat() }),
    fc.record({ items: fc.array(fc.record({ error: fc.option(words) })) }),
    fc.array(words),
    fc.array(fc.array(fc.nat())),
    fc.jsonValue({ maxDepth: 2 }),
  )
  .map((value): unknown => JSON.parse(JSON.stringify(value)));

const anthropicImage = content.map((data) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
}));
const cachedText = fc.record({
  type: fc.constant('text'),
  text: words,
  cache_control: fc.constant({ type: 'ephemeral' }),
});
const anthropic = list<unknown>(
  text,
  cachedText,
  anthropicImage,
  fc.constant({ type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } }),
  content.map((data) => ({
    type: 'document',
    title: 'Plan',
    source: { type: 'base64', media_type: 'application/pdf', data },
  })),
  words.map((data) => ({
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data },
  })),
  fc.record({
    type: fc.constant('search_result'),
    source: someWords,
    title: someWords,
    content: fc.array(text, { minLength: 1, maxLength: 2 }),
  }),
  fc.constant({ type: 'tool_reference', tool_name: 'read' }),
  novelty,
);
const items = (image: 'image' | 'image_url', file: (address: string) => object) =>
  list<unknown>(
    fc.record({ type: fc.constant('input_text'), text: words }),
    url.map((address) => ({ type: 'input_image', [image]: address, detail: 'low' })),
    fc.constant({ type: 'input_image', [image]: 'https://a.b/c.png' }),
    content.map((data) => ({ type: 'input_file', ...file(`data:application/pdf;base64,${data}`) })),
  );
const inlineData = content.map((data) => ({ inlineData: { mimeType: 'image/png', data } }));
const media = url.map((address) => ({ media: { url: address, contentType: 'image/png' } }));
const aiSdk = list<unknown>(
  text,
  content.map((data) => ({ type: 'image-data', data, mediaType: 'image/png' })),
  content.map((data) => ({
    type: 'file-data',
    data,
    mediaType: 'application/pdf',
    filename: 'a.pdf',
  })),
  fc.constant({ type: 'image-url', url: 'https://a.b/c.png' }),
  fc.constant({ type: 'file-url', url: 'https://a.b/c.pdf' }),
  fc.constant({ type: 'file-id', fileId: 'file_1' }),
  fc.constant({ type: 'custom', providerOptions: { openai: { kind: 'x' } } }),
);
const langchain = list<unknown>(
  text,
  words,
  url.map((address) => ({ type: 'image_url', image_url: { url: address } })),
  anthropicImage,
  content.map((data) => ({ type: 'image', mimeType: 'image/png', data })),
  content.map((data) => ({
    type: 'file',
    source_type: 'base64',
    mime_type: 'application/pdf',
    data,
  })),
  fc.constant({ type: 'audio', fileId: 'file_1' }),
);
const failed = fc.boolean();

function anthropicMessages(answer: unknown, flag?: boolean): object[] {
  const result = { type: 'tool_result', tool_use_id: 'a', content: answer };
  return [
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
    { role: 'user', content: [flag === true ? { ...result, is_error: true } : result] },
  ];
}

/** The API accepts only texts in a failed result. */
const anthropicFailures = fc
  .tuple(fc.oneof(words, list<unknown>(text, cachedText)), failed)
  .map(([result, flag]) => anthropicMessages(result, flag));

/** Conversations that end with a tool result, in the shape of each format. */
export const resultMessages: Readonly<Record<ResultFormat, fc.Arbitrary<object[]>>> = {
  openai: fc
    .oneof(
      words,
      list<unknown>(
        text,
        url.map((address) => ({ type: 'image_url', image_url: { url: address } })),
      ),
    )
    .map((result) => [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: result },
    ]),
  'openai-responses': fc
    .oneof(
      words,
      items('image_url', (file_data) => ({ filename: 'a.pdf', file_data })),
    )
    .map((output) => [
      { role: 'user', content: 'Go' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output },
    ]),
  'openai-agents': fc
    .oneof(
      words,
      items('image', (file) => ({ file })),
    )
    .map((output) => [
      { role: 'user', content: 'Go' },
      { type: 'function_call', callId: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_result', callId: 'a', name: 'f', status: 'completed', output },
    ]),
  anthropic: fc.oneof(
    anthropicFailures,
    fc.oneof(words, anthropic).map((result) => anthropicMessages(result)),
  ),
  gemini: fc
    .tuple(
      fc.oneof(
        fc.record({ output: words }),
        fc.record({ error: words }),
        anyValue.filter(isRecord),
      ),
      optional(
        list<unknown>(
          inlineData,
          fc.constant({ fileData: { mimeType: 'video/mp4', fileUri: 'gs://a/b' } }),
        ),
      ),
    )
    .map(([response, parts]) => [
      { role: 'user', parts: [{ text: 'Go' }] },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: {} } }] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'a',
              name: 'f',
              response,
              ...(parts === undefined ? {} : { parts }),
            },
          },
        ],
      },
    ]),
  genkit: fc
    .tuple(fc.oneof(words, anyValue), optional(list<unknown>(media, fc.record({ text: words }))))
    .map(([output, parts]) => [
      { role: 'user', content: [{ text: 'Go' }] },
      { role: 'model', content: [{ toolRequest: { ref: 'a', name: 'f', input: {} } }] },
      {
        role: 'tool',
        content: [
          {
            toolResponse: {
              ref: 'a',
              name: 'f',
              output,
              ...(parts === undefined ? {} : { content: parts }),
            },
          },
        ],
      },
    ]),
  pi: fc
    .tuple(
      list<unknown>(
        text,
        content.map((data) => ({ type: 'image', data, mimeType: 'image/png' })),
      ),
      failed,
    )
    .map(([result, isError]) => [
      { role: 'user', content: 'Go', timestamp: 1 },
      {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'a', name: 'f', arguments: {} }],
        timestamp: 2,
      },
      {
        role: 'toolResult',
        toolCallId: 'a',
        toolName: 'f',
        content: result,
        isError,
        timestamp: 3,
      },
    ]),
  'ai-sdk': fc
    .oneof(
      fc.record({ type: fc.constantFrom('text', 'error-text'), value: words }),
      fc.record({ type: fc.constantFrom('json', 'error-json'), value: anyValue }),
      fc.record({ type: fc.constant('execution-denied'), reason: words }),
      fc.record({ type: fc.constant('content'), value: aiSdk }),
    )
    .map((output) => [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'f', output }],
      },
    ]),
  langchain: fc
    .record({
      content: fc.oneof(words, langchain),
      status: fc.constantFrom('success', 'error'),
      artifact: fc.constant({ data: base64(600) }),
    })
    .map((fields) => [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'f', args: {} }] },
      { role: 'tool', tool_call_id: 'a', name: 'f', ...fields },
    ]),
};

/** The same conversations, only with results that the format also accepts as failed ones. */
export const failableMessages: typeof resultMessages = {
  ...resultMessages,
  anthropic: anthropicFailures,
};

const anyText = fc
  .tuple(fc.constantFrom(...textShapes), words)
  .map(([[, part], said]): unknown =>
    JSON.parse(JSON.stringify(part).replace('"words"', JSON.stringify(said))),
  );
const anyMedia = fc.constantFrom(...mediaShapes).map(([, part]) => part);
const element = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 3, arbitrary: anyMedia },
  words,
  novelty,
  anyValue,
  fc.array(fc.oneof(anyText, anyMedia), { minLength: 1, maxLength: 2 }),
);

/** Results of any origin: lists with parts of several formats, and records that contain such lists. */
export const anyResult: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.array(element, { minLength: 1, maxLength: 5 }) },
  anyMedia,
  fc.record({ content: fc.array(element, { minLength: 1, maxLength: 3 }), isError: failed }),
  fc.record({ output: fc.record({ content: fc.array(anyMedia, { minLength: 1 }) }), log: words }),
  anyValue,
  words,
  url,
  fc.constant(undefined),
);

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
