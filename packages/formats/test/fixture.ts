import type fc from 'fast-check';
import { FORMAT_NAMES, type FormatName } from '../src/index.ts';

/** What the tests know about a format: `fixtures/NAME.ts`. */
export interface Fixture {
  /** Malformed messages: any property may be missing or of a wrong type, as far as the format accepts it. */
  readonly messages: fc.Arbitrary<object[]>;
  /** A message that is valid. */
  readonly valid: object;
  /** Messages that are an error, and what it says that it found. */
  readonly rejected: readonly (readonly [message: unknown, seen: string])[];
  /** Messages whose format is detected, by what they show. */
  readonly detected: Readonly<Record<string, readonly unknown[]>>;
  /** For a session log: the format of the messages in its records, and how records have them. */
  readonly shape?: FormatName;
  readonly inRecords?: (messages: readonly object[]) => object[];
}

const loaded = FORMAT_NAMES.map(async (name) => {
  const { fixture } = (await import(`./fixtures/${name}.ts`)) as { readonly fixture: Fixture };
  return [name, fixture] as const;
});

/** The fixture of each format in the list. */
export const fixtures: Readonly<Record<FormatName, Fixture>> = Object.fromEntries(
  await Promise.all(loaded),
) as Record<FormatName, Fixture>;
