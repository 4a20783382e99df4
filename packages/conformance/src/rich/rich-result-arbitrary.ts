import fc from 'fast-check';
import { bytesArbitrary } from './base64-arbitrary.ts';
import { logArbitrary } from './log-arbitrary.ts';
import { DIALECTS, partPlanArbitrary, writePart, type PartDialect } from './part-dialects.ts';
import { recordArbitrary } from './record-arbitrary.ts';

/** Generates lists of texts, images and documents in the format of one provider. */
export function resultPartsArbitrary(dialect: PartDialect): fc.Arbitrary<object[]> {
  return fc
    .array(partPlanArbitrary(), { minLength: 1, maxLength: 4 })
    .map((plans) => plans.map((plan) => writePart(dialect, plan)));
}

/**
 * Generates results that are more than one text: parts with media in the format of each provider, records, nested lists, all of these as
 * JSON text, and bytes in texts.
 */
export function richResultArbitrary(): fc.Arbitrary<unknown> {
  const parts = fc.constantFrom(...DIALECTS).chain(resultPartsArbitrary);
  const structured = fc.oneof(
    { weight: 4, arbitrary: recordArbitrary() },
    { weight: 3, arbitrary: parts },
    fc.array(recordArbitrary(), { maxLength: 3 }),
    fc.array(parts, { maxLength: 2 }),
    mcpResultArbitrary(),
    fc.tuple(logArbitrary(), parts).map(([text, others]) => [text, ...others]),
  );
  return fc.oneof(
    { weight: 6, arbitrary: structured },
    structured.map((value) => JSON.stringify(value)),
    structured.map((value) => JSON.stringify(value, undefined, 2)),
    textWithBytesArbitrary(),
  );
}

/** Generates whole results of the Model Context Protocol, as a client passes them on. */
function mcpResultArbitrary(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      content: resultPartsArbitrary('mcp'),
      structuredContent: recordArbitrary(),
      isError: fc.boolean(),
    },
    { requiredKeys: ['content'] },
  );
}

/** Generates bytes printed in text: a line of base64, lines of 76 characters, a `data:` URL, or one in a page. */
function textWithBytesArbitrary(): fc.Arbitrary<string> {
  return fc
    .record({
      before: logArbitrary(),
      bytes: bytesArbitrary(),
      way: fc.constantFrom('line', 'wrapped', 'address', 'page'),
      after: fc.constantFrom('', 'Done.', 'Error: connection reset'),
    })
    .map(({ before, bytes: { mimeType, data }, way, after }) => {
      const address = `data:${mimeType};base64,${data}`;
      const shown = {
        line: data,
        wrapped: data.replaceAll(/.{76}/g, '$&\n'),
        address,
        page: `<p>Here:</p><img src="${address}" alt="x">`,
      }[way as 'line'];
      return [before, shown, after].join('\n');
    });
}
