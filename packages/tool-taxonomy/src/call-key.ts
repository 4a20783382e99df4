import type { GivenParameters, NamedArguments } from './parameters.ts';
import type { ToolSpec } from './tool-spec.ts';

/** Maximum length of a key, in UTF-16 units. */
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

/** Returns a short description of a call: its path, else a text by its tool's spec, else one of the usual parameters. */
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

/** Returns a command line: a text as it is, words joined, without the shell that runs them. */
export function commandText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.slice(0, 100).filter((word): word is string => typeof word === 'string');
  const isScript = words.length === 3 && (words[1] === '-lc' || words[1] === '-c');
  return isScript ? words[2] : words.join(' ');
}

function firstPhrase(record: NamedArguments, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const phrase = commandText(record[key]);
    const short = phrase === undefined ? undefined : shortened(phrase);
    if (short !== undefined) return short;
  }
  return undefined;
}

/** Trims and truncates a text without lone surrogates, which escapes in JSON can produce; `undefined` for a blank one. */
function shortened(text: string): string | undefined {
  const start = text.search(/\S/);
  if (start === -1) return undefined;
  const end = start + KEY_MAX_LENGTH;
  const isPairCut = end < text.length && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  const key = text.slice(start, isPairCut ? end - 1 : end).trimEnd();
  return key.toWellFormed();
}
