import { isFields, parseJson, textOf, type Fields } from '../values.ts';
import { isLastingType, isPassingType, isTransientStatus } from './is-transient.ts';
import { secondsToMilliseconds } from './retry-after.ts';

/** What the body of an error says, in the provider's words. */
export interface Failure {
  readonly message?: string;
  readonly type?: string;
  readonly retryAfterMs?: number;
  /** Whether it passes; `undefined` where nothing in it tells. */
  readonly isTransient?: boolean;
}

/** Members that hold an error within an error, as gateways wrap them. */
const INNER = ['error', 'errors', 'details', 'detail', 'metadata', 'raw', 'cause', 'innererror'];
/** Gateways wrap two or three times. */
const MOST_PARTS = 40;
/** Says that something failed, and nothing else. */
const MEANINGLESS = new Set(['error', 'none', 'null', 'unknown']);

/** Whether a value stands where an answer should and is an error. */
export function isFailure(value: Fields): boolean {
  const { error } = value;
  if (error !== undefined && error !== null && error !== false && error !== '') return true;
  return value['type'] === 'error' || value['object'] === 'error';
}

/** Reads an error of any of the known shapes, one within another too. */
export function readFailure(value: unknown): Failure {
  const messages: string[] = [];
  const types: string[] = [];
  const statuses: number[] = [];
  const waits: number[] = [];
  for (const part of partsOf(value)) {
    if (typeof part === 'string') {
      messages.push(part);
      continue;
    }
    for (const name of ['message', 'msg']) {
      const message = textOf(part[name]);
      if (message !== undefined && !isNested(message)) messages.push(message);
    }
    for (const name of ['type', 'code', 'status']) {
      const word = part[name];
      if (typeof word === 'number') statuses.push(word);
      if (typeof word === 'string' && !MEANINGLESS.has(word.toLowerCase())) types.push(word);
    }
    const wait = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(textOf(part['retryDelay']) ?? '');
    if (wait !== null) waits.push(secondsToMilliseconds(Number(wait[1])));
  }
  // Gateways say little ("Bad Request") where what they pass on says more.
  const [message] = messages.toSorted((left, right) => right.length - left.length);
  const type = types.find(isLastingType) ?? types.find(isPassingType) ?? types[0];
  const isTransient = judge(types, statuses);
  const [retryAfterMs] = waits;
  return {
    ...(message === undefined ? {} : { message }),
    ...(type === undefined ? {} : { type }),
    ...(isTransient === undefined ? {} : { isTransient }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function judge(types: readonly string[], statuses: readonly number[]): boolean | undefined {
  if (types.some(isLastingType)) return false;
  if (types.some(isPassingType) || statuses.some(isTransientStatus)) return true;
  return types.length + statuses.length > 0 ? false : undefined;
}

/** The objects and texts an error is made of, outermost first. */
function partsOf(value: unknown): readonly (Fields | string)[] {
  const parts: (Fields | string)[] = [];
  const waiting: unknown[] = [value];
  for (let index = 0; index < waiting.length && index < MOST_PARTS; index += 1) {
    const part = waiting[index];
    if (typeof part === 'string') {
      const inner = isNested(part) ? parseJson(part)?.value : undefined;
      if (inner === undefined) parts.push(part);
      else waiting.push(inner);
    } else if (Array.isArray(part)) {
      for (const element of part.slice(0, MOST_PARTS)) waiting.push(element);
    } else if (isFields(part)) {
      parts.push(part);
      for (const name of INNER) if (part[name] !== undefined) waiting.push(part[name]);
      const message = textOf(part['message']);
      if (message !== undefined && isNested(message)) waiting.push(message);
    }
  }
  return parts.filter((part) => typeof part !== 'string' || part !== '');
}

function isNested(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}
