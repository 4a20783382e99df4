import { skipSpace, skipString } from './scan-value.ts';
import { writeDeep } from './write-deep.ts';

/** How somebody wrote JSON. */
export interface JsonStyle {
  /** White space of one level; `undefined` where a value stands on one line. */
  readonly indent: string | undefined;
  /** A space behind commas and colons, where a value stands on one line. */
  readonly isSpaced: boolean;
}

/** Reads the style off an object or array that begins a new line at `margin`. */
export function styleOf(json: string, margin: string): JsonStyle {
  const first = skipSpace(json, 1);
  const gap = json.slice(1, first);
  const lineStart = gap.lastIndexOf('\n');
  if (lineStart >= 0) {
    const indent = gap.slice(lineStart + 1);
    const isDeeper = indent.startsWith(margin);
    return { indent: isDeeper ? indent.slice(margin.length) : indent, isSpaced: true };
  }
  const colon = json[first] === '"' ? json.indexOf(':', skipString(json, first)) : -1;
  return { indent: undefined, isSpaced: colon >= 0 && json[colon + 1] === ' ' };
}

/** Writes a value in a style; one that is nested too deeply for that on one line. */
export function writeJson(
  value: unknown,
  style: JsonStyle,
  newline: string,
  margin: string,
): string {
  try {
    return writeStyled(value, style, newline, margin);
  } catch (error) {
    if (error instanceof RangeError) return writeDeep(value);
    throw error;
  }
}

/** Line breaks of `JSON.stringify` never stand inside a text, so they can be told from content. */
function writeStyled(
  value: unknown,
  { indent, isSpaced }: JsonStyle,
  newline: string,
  margin: string,
): string {
  if (indent === undefined) {
    if (!isSpaced) return JSON.stringify(value);
    return JSON.stringify(value, undefined, 1).replace(/,\n */g, ', ').replace(/\n */g, '');
  }
  // An indent of nothing still breaks lines, which JSON.stringify cannot say.
  const written = JSON.stringify(value, undefined, indent === '' ? 1 : indent);
  return indent === ''
    ? written.replace(/\n */g, newline)
    : written.replaceAll('\n', newline + margin);
}
