import {
  recordArbitrary,
  resultPartsArbitrary,
  richResultArbitrary,
  textArbitrary,
  type PartDialect,
} from '@palimpsest/conformance';
import fc from 'fast-check';
import type { shapeOf } from '../session-log.ts';

export type Shape = ReturnType<typeof shapeOf>;

/** Returns the generator of tool results that the reference of a format allows. */
export function payloadsOf(shape: Shape): (hasFailed: boolean) => fc.Arbitrary<unknown> {
  return PAYLOADS[shape];
}

/** Draws texts, including structured results as JSON. */
const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: recordArbitrary().map((record) => JSON.stringify(record)) },
  { weight: 2, arbitrary: recordArbitrary().map((record) => JSON.stringify(record, undefined, 2)) },
  {
    weight: 3,
    arbitrary: richResultArbitrary().map((value) =>
      typeof value === 'string' ? value : JSON.stringify(value),
    ),
  },
  textArbitrary(),
);

const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: recordArbitrary() },
  { weight: 3, arbitrary: richResultArbitrary() },
  fc.array(recordArbitrary(), { maxLength: 3 }),
);

/** Draws texts or lists of parts; for failures only text parts, if the provider accepts no others. */
function orParts(dialect: PartDialect, ofFailures = true) {
  return (hasFailed: boolean): fc.Arbitrary<unknown> => {
    const parts = resultPartsArbitrary(dialect).map((list) => list.map(withText));
    const textParts = parts.map((list) => list.filter(isText)).filter(({ length }) => length > 0);
    const list = hasFailed && !ofFailures ? textParts : parts;
    return fc.oneof({ weight: 2, arbitrary: texts }, { weight: 3, arbitrary: list });
  };
}

/** Replaces a blank text, which providers refuse. */
function withText(part: object): object {
  const { text } = part as { readonly text?: unknown };
  return typeof text === 'string' && text.trim() === '' ? { ...part, text: 'ok' } : part;
}

function isText(part: object): boolean {
  return (part as { readonly type?: unknown }).type === 'text';
}

const PAYLOADS: Readonly<Record<Shape, (hasFailed: boolean) => fc.Arbitrary<unknown>>> = {
  openai: orParts('openai'),
  anthropic: orParts('anthropic', false),
  'openai-responses': orParts('responses'),
  'openai-agents': orParts('responses'),
  gemini: (hasFailed) =>
    fc.record(
      {
        response: hasFailed
          ? fc.oneof(
              texts.map((error) => ({ error })),
              fc.record({ error: texts, output: values }),
              recordArbitrary().map((record) => ({ ...record, error: 'ENOENT: no such file' })),
            )
          : fc.oneof(
              { weight: 4, arbitrary: recordArbitrary() },
              texts.map((output) => ({ output })),
              texts.map((result) => ({ result })),
              values.map((output) => ({ output })),
              resultPartsArbitrary('mcp').map((content) => ({ content })),
            ),
        parts: resultPartsArbitrary('gemini')
          .map((parts) => parts.filter((part) => !('text' in part)))
          .filter(({ length }) => length > 0),
      },
      { requiredKeys: ['response'] },
    ),
  genkit: () =>
    fc.record(
      {
        output: values,
        content: fc.constant([{ media: { url: 'data:image/png;base64,iVBORw0KGgo=' } }]),
      },
      { requiredKeys: ['output'] },
    ),
  pi: (hasFailed) =>
    fc.record(
      {
        content: fc.oneof(
          texts.map((text) => [{ type: 'text', text }]),
          resultPartsArbitrary('mcp').map((parts) =>
            parts.filter((part) => /^(?:text|image)$/.test((part as { type: string }).type)),
          ),
        ),
        details: recordArbitrary(),
        isError: fc.constant(hasFailed),
      },
      { requiredKeys: ['content', 'isError'] },
    ),
  icontent: (hasFailed) =>
    fc.record(
      { result: values, ...(hasFailed ? { error: fc.constantFrom('denied', 'ENOENT') } : {}) },
      { requiredKeys: ['result'] },
    ),
  'ai-sdk': (hasFailed) =>
    hasFailed
      ? fc.oneof(
          texts.map((value) => ({ type: 'error-text', value })),
          values.map((value) => ({ type: 'error-json', value })),
        )
      : fc.oneof(
          texts.map((value) => ({ type: 'text', value })),
          { weight: 3, arbitrary: values.map((value) => ({ type: 'json', value })) },
          {
            weight: 3,
            arbitrary: resultPartsArbitrary('ai-sdk').map((value) => ({ type: 'content', value })),
          },
        ),
  langchain: (hasFailed) =>
    fc.record(
      {
        content: fc.oneof(texts, resultPartsArbitrary('langchain')),
        artifact: values,
        status: fc.constant(hasFailed ? 'error' : 'success'),
      },
      { requiredKeys: ['content', 'status'] },
    ),
};
