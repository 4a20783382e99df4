import type { GivenParameters, Parameters } from './parameters.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Longest key, in UTF-16 units: a whole script is no short text. */
const KEY_MAX_LENGTH = 500;

const USUAL_KEYS = [
  'file_path',
  'absolute_path',
  'path',
  'filePath',
  'filename',
  'command',
  'cmd',
  'pattern',
  'regex',
  'url',
  'uri',
  'query',
  'prompt',
  'description',
] as const;

/** What a call is about in one short text: its path, else what its tool is about, else the usual suspects. */
export function callKey(
  spec: ToolSpec | undefined,
  { record, text }: GivenParameters,
  paths: readonly string[],
): string | undefined {
  const path = paths[0];
  if (path !== undefined) return shortened(path);
  const found = firstPhrase(record, spec?.textKeys ?? []) ?? firstPhrase(record, USUAL_KEYS);
  return found ?? (text === undefined ? undefined : shortened(text));
}

/** The command line of a value: as it is, or joined from its words, without the shell that runs it. */
export function commandText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.slice(0, 100).filter((word): word is string => typeof word === 'string');
  const isScript = words.length === 3 && (words[1] === '-lc' || words[1] === '-c');
  return isScript ? words[2] : words.join(' ');
}

function firstPhrase(record: Parameters, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const phrase = commandText(record[key]);
    const short = phrase === undefined ? undefined : shortened(phrase);
    if (short !== undefined) return short;
  }
  return undefined;
}

/** Trimmed and cut to length, without half a surrogate pair, not even one that JSON escaped. Blank is nothing. */
function shortened(text: string): string | undefined {
  const start = text.search(/\S/);
  if (start === -1) return undefined;
  const end = start + KEY_MAX_LENGTH;
  const isPairCut = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  const key = text.slice(start, isPairCut ? end - 1 : end).trimEnd();
  return key.toWellFormed();
}
