/** Readers of values of unknown shape. */

export { isRecord } from '@palimpsest/core-types';

/** An object of unknown members. */
export type Members = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns the members of an object, also of an array; none for any other value. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? (value as Members) : {};
}

/** Returns the elements of an array; none for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a member with a text; nothing if the value is not a text. */
export function textMember<Name extends string>(
  name: Name,
  value: unknown,
): { readonly [Key in Name]?: string } {
  return typeof value === 'string' ? ({ [name]: value } as { [Key in Name]: string }) : {};
}

/** Returns whether two objects have the same members, by identity. */
export function sameMembers(left: Members, right: Members): boolean {
  const names = Object.keys(left);
  const isComplete = names.length === Object.keys(right).length;
  return isComplete && names.every((name) => left[name] === right[name]);
}

/** Returns whether two lists have the same elements, by identity. */
export function sameElements(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((element, at) => element === right[at]);
}
