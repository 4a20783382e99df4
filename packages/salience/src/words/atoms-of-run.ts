import { KIND } from './atom-kind.ts';

/** A word a reader may come back for, and what it looks like. */
export interface Atom {
  readonly text: string;
  readonly kind: number;
}

const EXTENSIONS: ReadonlySet<string> = new Set(
  'go py pyi ts tsx mts cts js jsx mjs cjs json jsonl md mdx yml yaml toml java kt swift xml html css scss sh bash ps1 rs c h cc cpp hpp cs rb php sql txt log cfg ini env lock csv proto gradle properties mod sum rst svg png ipynb vue tf lua ex exs'.split(
    ' ',
  ),
);
const POSITION = /(?::\d+)+$/;
const DIGITS = /^\d+$/;
/** So many digits name one thing, as an order or an account. */
const LONG_NUMBER = 8;
const CASE_CHANGE = /[\p{Ll}][\p{Lu}]/u;
const JOINED = /[.:@+#~$€£¥-]+/;
const MONEY = /^[$€£¥]\d{2,}(?:\.\d+)?$/;

/** The atoms of one run of word characters and joiners: a path gives its end and its file, a joined word itself and its parts. */
export function atomsOfRun(run: string): readonly Atom[] {
  const atoms: Atom[] = [];
  const placed = run.replace(POSITION, '');
  const position = run.slice(placed.length);
  const text = placed === '' ? run : placed;
  if (text.includes('/')) addPath(text, atoms);
  else addWord(text, atoms);
  if (position !== '' && placed !== '') {
    for (const digits of position.split(':')) addPlain(digits, atoms);
  }
  return atoms;
}

function addPath(path: string, atoms: Atom[]): void {
  if (path.includes('://')) atoms.push({ text: path, kind: KIND.path });
  const parts = path.split('/').filter((part) => part !== '' && !/^(?:[.~]+|\w+:)$/.test(part));
  const last = parts.at(-1);
  if (last === undefined) return;
  if (parts.length > 1) atoms.push({ text: parts.slice(-2).join('/'), kind: KIND.path });
  if (hasExtension(last)) atoms.push({ text: last, kind: KIND.file });
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
  if (hasExtension(word)) atoms.push({ text: word, kind: KIND.file });
  else if (word.length >= 6) atoms.push({ text: word, kind: kindOfJoined(word) });
  for (const part of parts) addPlain(part, atoms);
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
