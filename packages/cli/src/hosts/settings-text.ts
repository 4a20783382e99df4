import { isRecord } from '@palimpsest/core-types';
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type ParseError,
} from 'jsonc-parser';

/** A text with comments and trailing commas, as JSON in configuration files may have. `undefined` stands for invalid JSON. */
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

/** Returns the names that a member turns on: keys that are `true`, or elements. One with options is a list or has a `source`. */
export function namesAt(value: unknown, key: string): readonly string[] {
  const found = membersAt(value)[key];
  if (!Array.isArray(found)) {
    return Object.entries(membersAt(found)).flatMap(([name, isOn]) => (isOn === true ? name : []));
  }
  return found.map((one: unknown) =>
    String(Array.isArray(one) ? one[0] : (membersAt(one)['source'] ?? one)),
  );
}

/** Returns a text without an element of a list and the comments beside it, and without a list that would be empty. The rest stays, byte for byte. */
export function removeElement(text: string, key: string, at: number): string {
  const root = parseTree(text, [], { allowTrailingComma: true })!;
  const elements = findNodeAtLocation(root, [key])!.children!;
  const [previous, last] = elements.slice(-2);
  if (last !== undefined && at === elements.length - 1) {
    // `modify` breaks a list whose last element is in the line of the bracket.
    const offset = previous!.offset + previous!.length;
    return applyEdits(text, [{ offset, length: last.offset + last.length - offset, content: '' }]);
  }
  // And an object whose only member has a trailing comma.
  const isList = last === undefined && root.children!.length > 1;
  return applyEdits(text, modify(text, isList ? [key] : [key, at], undefined, {}));
}
