import { skipSpace, skipString } from './parse-json.ts';

export interface JsonStyle {
  /** White space of one level; `undefined` for a value on one line. */
  readonly indent: string | undefined;
  /** Whether a space follows commas and colons in a value on one line. */
  readonly isSpaced: boolean;
  readonly newline: string;
  /** White space before the value, on its own line. */
  readonly margin: string;
}

/** Detects the style of an object or array that starts on a line indented by `margin`. */
export function detectJsonStyle(json: string, newline: string, margin: string): JsonStyle {
  const first = skipSpace(json, 1);
  const gap = json.slice(1, first);
  const lineStart = gap.lastIndexOf('\n');
  if (lineStart >= 0) {
    const indent = gap.slice(lineStart + 1);
    const isDeeper = indent.startsWith(margin);
    const own = isDeeper ? indent.slice(margin.length) : indent;
    return { indent: own, isSpaced: true, newline, margin };
  }
  const colon = json[first] === '"' ? json.indexOf(':', skipString(json, first)) : -1;
  const isSpaced = colon >= 0 && json[colon + 1] === ' ';
  return { indent: undefined, isSpaced, newline, margin };
}

/** Writes a value in a style; a value too deep for `JSON.stringify` is written on one line. */
export function writeJson(
  value: unknown,
  { indent, isSpaced, newline, margin }: JsonStyle,
): string {
  // JSON.stringify breaks lines only with an indent, and never inside a string, so replacing its line breaks is safe.
  const write = (space: string | number): string => JSON.stringify(value, undefined, space);
  try {
    if (indent === '') return write(1).replace(/\n */g, newline);
    if (indent !== undefined) return write(indent).replaceAll('\n', newline + margin);
    if (!isSpaced) return JSON.stringify(value);
    return write(1).replace(/,\n */g, ', ').replace(/\n */g, '');
  } catch (error) {
    if (error instanceof RangeError) return writeDeep(value);
    throw error;
  }
}

type Step = { readonly text: string } | { readonly value: unknown };

function writeDeep(root: unknown): string {
  const output: string[] = [];
  const steps: Step[] = [{ value: root }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) output.push(step.text);
    else if (typeof step.value === 'object' && step.value !== null) pushMembers(step.value, steps);
    else output.push(JSON.stringify(step.value) ?? 'null');
  }
  return output.join('');
}

/** Pushes the pieces of a container, the last one first. */
function pushMembers(value: object, steps: Step[]): void {
  const isArray = Array.isArray(value);
  const members = Object.entries(value).filter(([, member]) => isArray || member !== undefined);
  steps.push({ text: isArray ? ']' : '}' });
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const [key, member] = members[index]!;
    const name = isArray ? '' : `${JSON.stringify(key)}:`;
    steps.push({ value: member }, { text: index === 0 ? name : `,${name}` });
  }
  steps.push({ text: isArray ? '[' : '{' });
}
