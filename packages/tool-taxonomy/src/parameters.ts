export type NamedArguments = Readonly<Record<string, unknown>>;

/** Maximum length of JSON text that is parsed, in UTF-16 units. */
const JSON_MAX_LENGTH = 1_000_000;

/** The arguments of a call: by name, or one text. */
export interface GivenParameters {
  readonly record: NamedArguments;
  readonly text?: string;
}

/** Returns the arguments of a call. Some hosts keep them as JSON text, some tools take one text. */
export function readParameters(parameters: unknown): GivenParameters {
  if (isRecord(parameters)) return { record: parameters };
  if (typeof parameters !== 'string') return { record: {} };
  if (parameters.length <= JSON_MAX_LENGTH && parameters.startsWith('{')) {
    try {
      const parsed: unknown = JSON.parse(parameters);
      if (isRecord(parsed)) return { record: parsed };
    } catch {
      // Malformed arguments are a text like any other.
    }
  }
  return { record: {}, text: parameters };
}

export function isRecord(value: unknown): value is NamedArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the first non-empty string of the given keys (C20). */
export function firstText(
  parameters: NamedArguments,
  keys: readonly string[] = [],
): string | undefined {
  for (const key of keys) {
    const value = parameters[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
