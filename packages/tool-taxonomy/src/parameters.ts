/** Parameters of a call as far as they are a record. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Longest unparsed text that is taken for parameters, in UTF-16 units. */
const JSON_MAX_LENGTH = 1_000_000;

/** What a call was given: named parameters, or one text. */
export interface GivenParameters {
  readonly record: Parameters;
  readonly text?: string;
}

/** Some hosts keep the arguments as the JSON text they came in, and some tools take one free text. */
export function readParameters(parameters: unknown): GivenParameters {
  if (isRecord(parameters)) return { record: parameters };
  if (typeof parameters !== 'string') return { record: {} };
  if (parameters.length < JSON_MAX_LENGTH && parameters.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(parameters);
      if (isRecord(parsed)) return { record: parsed };
    } catch {
      // Broken arguments of a misbehaving model: a text like any other.
    }
  }
  return { record: {}, text: parameters };
}

export function isRecord(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first value under one of the keys that is a string and not empty (C20). */
export function firstText(
  parameters: Parameters,
  keys: readonly string[] = [],
): string | undefined {
  for (const key of keys) {
    const value = parameters[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
