import { isRecord } from '@palimpsest/core-types';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  modify,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';

/** A value in a configuration file: a member of an object, or an element of a list. */
export interface Setting {
  /** Names of the members that lead to it. For an element, they lead to its list. */
  readonly path: readonly string[];
  readonly value: unknown;
  readonly isElement: boolean;
  /** Left out where a person set something else. @default false */
  readonly isOptional?: boolean;
}

/** A change of a text that can be undone. */
export interface Insertion {
  readonly setting: Setting;
  /** The inserted text; `''` if it is unknown. */
  readonly text: string;
  /** Number of members of `path` that existed before. */
  readonly depth: number;
}

/** A text with comments and trailing commas, as JSON in configuration files may have. `undefined` stands for invalid JSON. */
export function parseSettings(text: string): unknown {
  const root = parse(text);
  return root === 'invalid' ? undefined : root === undefined ? {} : getNodeValue(root);
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

/**
 * Inserts a setting into a text. Every other byte stays. Returns `undefined` when the setting is there, and `'occupied'` when another kind of
 * value is in its way or the text is not valid JSON.
 */
export function insertSetting(
  text: string,
  setting: Setting,
): { readonly text: string; readonly insertion: Insertion } | 'occupied' | undefined {
  const root = parse(text);
  if (root === 'invalid') return 'occupied';
  const insert = (offset: number, inserted: string, depth: number) => ({
    text: text.slice(0, offset) + inserted + text.slice(offset),
    insertion: { setting, text: inserted, depth },
  });
  const { path, value, isElement } = setting;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  if (root === undefined) {
    const member = memberOf(path, isElement ? [value] : value);
    return insert(text.length, `{${eol}  ${member.replaceAll('\n', `${eol}  `)}${eol}}${eol}`, 0);
  }
  if (hasSetting(root, setting)) return undefined;
  const depths = path.map((_name, at) => path.length - at);
  const depth = depths.find((count) => nodeAt(root, path.slice(0, count)) !== undefined) ?? 0;
  const container = nodeAt(root, path.slice(0, depth))!;
  const isList = isElement && depth === path.length;
  // Another value of the same name: a person's.
  if (!isElement && depth === path.length) return 'occupied';
  if (container.type !== (isList ? 'array' : 'object')) return 'occupied';
  const content = isList
    ? JSON.stringify(value)
    : memberOf(path.slice(depth), isElement ? [value] : value);
  const start = container.offset + 1;
  const first = container.children?.[0];
  if (first === undefined) {
    if (depth > 0) return insert(start, oneLine(content), depth);
    const isLineEnd = /^\r?\n/.test(text.slice(start));
    const inserted = `${eol}  ${content.replaceAll('\n', `${eol}  `)}${isLineEnd ? '' : eol}`;
    return insert(start, inserted, depth);
  }
  const indent = /\n([ \t]*)$/.exec(text.slice(start, first.offset))?.[1];
  if (indent === undefined) return insert(first.offset, `${oneLine(content)}, `, depth);
  return insert(start, `${eol}${indent}${content.replaceAll('\n', eol + indent)},`, depth);
}

/**
 * Removes a setting. Where the inserted text is still there, exactly that is removed: the rest stays as a person may have changed it. Otherwise
 * the value is removed, with the members that were created for it if nothing else is in them.
 */
export function removeSetting(text: string, { setting, text: inserted, depth }: Insertion): string {
  const root = parse(text);
  if (root === 'invalid' || root === undefined || !hasSetting(root, setting)) return text;
  for (let at = inserted === '' ? -1 : text.indexOf(inserted); at >= 0;) {
    const without = text.slice(0, at) + text.slice(at + inserted.length);
    const left = parse(without);
    if (left === undefined || (left !== 'invalid' && !hasSetting(left, setting))) return without;
    at = text.indexOf(inserted, at + 1);
  }
  const { path, value, isElement } = setting;
  const index = isElement ? elementsAt(root, path).indexOf(value) : undefined;
  let left = remove(text, index === undefined ? path : [...path, index]);
  for (let count = isElement ? path.length : path.length - 1; count > depth; count -= 1) {
    const parsed = parse(left);
    const parent =
      parsed === 'invalid' || parsed === undefined
        ? undefined
        : nodeAt(parsed, path.slice(0, count));
    if (parent?.children?.length !== 0) break;
    left = remove(left, path.slice(0, count));
  }
  return left;
}

function hasSetting(root: Node, { path, value, isElement }: Setting): boolean {
  if (isElement) return elementsAt(root, path).includes(value);
  const node = nodeAt(root, path);
  return node !== undefined && JSON.stringify(getNodeValue(node)) === JSON.stringify(value);
}

function elementsAt(root: Node, path: readonly string[]): readonly unknown[] {
  const node = nodeAt(root, path);
  const value: unknown = node === undefined ? undefined : getNodeValue(node);
  return Array.isArray(value) ? value : [];
}

function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  return findNodeAtLocation(root, [...path]);
}

function parse(text: string): Node | 'invalid' | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length > 0 ? 'invalid' : root;
}

function remove(text: string, path: readonly (string | number)[]): string {
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

/** Returns a member with everything that leads to its value, in lines that are indented by two. */
function memberOf(path: readonly string[], value: unknown): string {
  const [name = '', ...rest] = path;
  const whole = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const isShort = Array.isArray(whole);
  return `${JSON.stringify(name)}: ${isShort ? JSON.stringify(whole) : JSON.stringify(whole, null, 2)}`;
}

function oneLine(content: string): string {
  return content.replaceAll(/\n */g, ' ');
}
