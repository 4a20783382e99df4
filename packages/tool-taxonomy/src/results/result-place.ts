import type { ToolResponseBlock } from '@palimpsest/core-types';
import { isRecord } from '../parameters.ts';
import { resultText } from './result-text.ts';

/** What a tool's result says, and how a result is made that says something else in the same place. */
export interface ResultPlace {
  readonly text: string;
  /** The text is the JSON of a value, and becomes a value again. */
  readonly isValue: boolean;
  readonly put: (text: string) => unknown;
}

const places = new WeakMap<ToolResponseBlock, ResultPlace>();

/** Finds the text of a result: itself, the field of a record that holds it, or its JSON; `undefined` for what has none. */
export function resultPlace(block: ToolResponseBlock): ResultPlace | undefined {
  const known = places.get(block);
  if (known !== undefined) return known;
  const place = findPlace(block.result);
  if (place !== undefined) places.set(block, place);
  return place;
}

function findPlace(result: unknown): ResultPlace | undefined {
  const text = resultText(result);
  if (text === undefined) {
    const json = jsonOf(result);
    if (json === undefined) return undefined;
    return {
      text: json,
      isValue: true,
      put: (left) => (left.startsWith('…') ? left : JSON.parse(left)),
    };
  }
  const key = isRecord(result)
    ? Object.keys(result).find((name) => result[name] === text)
    : undefined;
  if (key === undefined) return { text, isValue: false, put: (left) => left };
  // What a record says beside its text, as how a command ended, stays.
  return { text, isValue: false, put: (left) => ({ ...(result as object), [key]: left }) };
}

/** Circles, big integers and depths that no stack holds have no text. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
