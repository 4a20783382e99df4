import { isRecord } from '@palimpsest/core-types';
import { parse, type ParseError } from 'jsonc-parser';

/** Parses a text with comments and trailing commas, as JSON in configuration files may have. `undefined` stands for invalid JSON. */
export function parseSettings(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  if (errors.length > 0) return undefined;
  return value === undefined ? {} : value;
}

/** Returns the members of the object at a path; none for another value. */
export function membersAt(
  value: unknown,
  ...path: readonly string[]
): Readonly<Record<string, unknown>> {
  const [key, ...rest] = path;
  const members = isRecord(value) ? value : {};
  return key === undefined ? members : membersAt(members[key], ...rest);
}
