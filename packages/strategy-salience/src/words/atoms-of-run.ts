import { KIND } from './term-kind.ts';

/** A term with its kind. */
export interface Atom {
  readonly text: string;
  readonly kind: number;
}

const EXTENSIONS: ReadonlySet<string> = new Set(
  'go py pyi ts tsx mts cts js jsx mjs cjs json jsonl md mdx yml yaml toml java kt swift xml html css scss sh bash ps1 rs c h cc cpp hpp cs rb php sql txt log cfg ini env lock csv proto gradle properties mod sum rst svg png ipynb vue tf lua ex exs'.split(
    ' ',
  ),
);
const DIGITS = /^\d+$/;
/** This many digits identify one thing, such as an order or an account. */
const LONG_NUMBER = 8;
const CASE_CHANGE = /[\p{Ll}][\p{Lu}]/u;
const JOINED = /[.:@+#~$€£¥-]+/;
const MONEY = /^[$€£¥]\d{2,}(?:\.\d+)?$/;

/** A line and a column at the end of a run, as in `file.ts:12:5`. */
const POSITION = /(?::\d+)+$/;
const JOINERS_AT_END = /[./:@~+#$€£¥-]+$/;

/**
 * Returns the terms of a run of word characters and joiners: of a path its end and its file, of a joined word itself and its parts.
 *
 * @param run ends in a word character
 */
export function atomsOfRun(run: string): readonly Atom[] {
  const atoms: Atom[] = [];
  const position = run.search(POSITION);
  const text = position > 0 ? run.slice(0, position).replace(JOINERS_AT_END, '') : run;
  if (text.includes('/')) addPath(text, atoms);
  else addWord(text, atoms);
  if (position > 0) {
    for (const digits of run.slice(position).split(':')) addPlain(digits, atoms);
  }
  return atoms;
}

function addPath(path: string, atoms: Atom[]): void {
  if (path.includes('://')) atoms.push({ text: path, kind: KIND.path });
  const parts = path.split('/').filter((part) => part !== '' && !/^(?:[.~]+|\w+:)$/.test(part));
  const last = parts.at(-1);
  if (last === undefined) return;
  if (parts.length > 1) atoms.push({ text: parts.slice(-2).join('/'), kind: KIND.path });
  if (JOINED.test(last)) addJoined(last, atoms);
  else addPlain(last, atoms);
}

function addWord(text: string, atoms: Atom[]): void {
  if (MONEY.test(text)) atoms.push({ text, kind: KIND.number });
  const word = text.replace(/^[.:@+#~$€£¥-]+/, '');
  const parts = word.split(JOINED);
  if (parts.length === 1) {
    addPlain(word, atoms);
    return;
  }
  addJoined(word, atoms);
  for (const part of parts) addPlain(part, atoms);
}

function addJoined(word: string, atoms: Atom[]): void {
  if (hasExtension(word)) atoms.push({ text: word, kind: KIND.file });
  else if (word.length >= 6) atoms.push({ text: word, kind: kindOfJoined(word) });
}

function kindOfJoined(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) return word.length >= 8 ? KIND.id : KIND.number;
  return /[.:@]/.test(word) ? KIND.dotted : KIND.kebab;
}

function hasExtension(word: string): boolean {
  const dot = word.lastIndexOf('.');
  return dot > 0 && EXTENSIONS.has(word.slice(dot + 1));
}

function addPlain(word: string, atoms: Atom[]): void {
  const kind = kindOfWord(word);
  if (kind !== undefined) atoms.push({ text: word, kind });
}

function kindOfWord(word: string): number | undefined {
  const { length } = word;
  if (length < 4) return undefined;
  if (DIGITS.test(word)) return length < LONG_NUMBER ? KIND.number : KIND.id;
  if (/\d/.test(word)) return length >= 5 ? KIND.id : undefined;
  if (length >= 6 && /[^_]_+[^_]/.test(word)) return KIND.snake;
  if (length >= 6 && CASE_CHANGE.test(word)) return KIND.camel;
  return length >= 5 ? KIND.plain : undefined;
}
