import fc from 'fast-check';
import { textArbitrary } from '../text-arbitrary.ts';
import { bytesArbitrary, type Bytes } from './base64-arbitrary.ts';
import { logArbitrary } from './log-arbitrary.ts';

/** A part of a tool result, before a provider's format is chosen for it. */
export type PartPlan =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Bytes; readonly name: string | undefined }
  | { readonly kind: 'link'; readonly mimeType: string; readonly url: string }
  /** A document that is text, as its tool read it. */
  | { readonly kind: 'document'; readonly title: string; readonly text: string }
  | { readonly kind: 'search'; readonly title: string; readonly texts: readonly string[] };

export function partPlanArbitrary(): fc.Arbitrary<PartPlan> {
  const text = fc.oneof(textArbitrary(), logArbitrary());
  // Providers reject an empty document or search result.
  const words = text.map((said) => (said.trim() === '' ? 'ok' : said));
  return fc.oneof(
    { weight: 6, arbitrary: text.map((said): PartPlan => ({ kind: 'text', text: said })) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('bytes' as const),
        bytes: fc.oneof({ weight: 3, arbitrary: bytesArbitrary('image') }, bytesArbitrary()),
        name: fc.constantFrom(undefined, 'screenshot.png', 'Übersicht 2.pdf'),
      }),
    },
    fc.constantFrom<PartPlan>(
      { kind: 'link', mimeType: 'image/png', url: 'https://example.org/page.png' },
      { kind: 'link', mimeType: 'application/pdf', url: 'https://example.org/report.pdf' },
    ),
    fc.record({ kind: fc.constant('document' as const), title: fc.constant('Notes'), text: words }),
    fc.record({
      kind: fc.constant('search' as const),
      title: fc.constantFrom('Opening hours', 'Preise 2026'),
      texts: fc.array(words, { minLength: 1, maxLength: 2 }),
    }),
  );
}
