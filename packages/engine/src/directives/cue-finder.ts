import { readCueTables } from './cues/cue-tables.ts';
import type { DeclaredCue } from './cues/cue-table.ts';
import { createTableReader, type TableReader } from './table-reader.ts';

/** A folded sentence with the cues that may match in it, by table, each in the order of its table. */
export interface Candidate {
  readonly folded: string;
  readonly tables: readonly FoundCues[];
}

export interface FoundCues {
  readonly reader: TableReader;
  readonly cues: readonly DeclaredCue[];
}

/** Letters of a word by which prefixes are indexed. No prefix of a cue is shorter. */
const PREFIX_LENGTH = 3;
const WORD = /\p{L}+/gu;
/** No letters or digits beyond Latin-1: the other ranges are punctuation, arrows, drawings and emoji. */
const LATIN = /^[\0-\xff\u2010-\u206f\u2190-\u245f\u2500-\u2775\u{1f300}-\u{1f6ff}]*$/u;
/** Letters of languages that are written without blanks. */
const UNSEPARATED = /\p{Script=Han}/u;

let index: ReturnType<typeof createIndex> | undefined;

/** Returns the cues that one of the words of a sentence announces, or `undefined` if there are none. */
export function findCandidate(text: string): Candidate | undefined {
  index ??= createIndex();
  const folded = foldSentence(text);
  const found = new Set(UNSEPARATED.test(folded) ? index.unannounced : []);
  for (const word of folded.match(WORD) ?? []) {
    for (const cue of index.words.get(word) ?? []) found.add(cue);
    for (const [prefix, cue] of index.prefixes.get(word.slice(0, PREFIX_LENGTH)) ?? [])
      if (word.startsWith(prefix)) found.add(cue);
  }
  if (found.size === 0) return undefined;
  const script = LATIN.test(folded) ? 'latin' : 'any';
  const byTable = Map.groupBy(
    [...found].toSorted((a, b) => a.position - b.position),
    ({ table }) => table,
  );
  return {
    folded,
    tables: Array.from(byTable, ([table, cues]) => ({ reader: table[script], cues })),
  };
}

/** Indexes the cues of all tables by announcing word, and by the first letters of an announcing prefix. `unannounced` cues have no such word. */
function createIndex() {
  const tables = readCueTables().map((table) => ({
    cues: table.cues,
    any: createTableReader(table, false),
    latin: createTableReader(table, true),
  }));
  const all = tables
    .flatMap((table) => table.cues.map((cue) => ({ ...cue, table })))
    .map((cue, position) => ({ ...cue, position }));
  const words = new Map<string, typeof all>();
  const prefixes = new Map<string, [prefix: string, cue: (typeof all)[number]][]>();
  for (const cue of all) {
    for (const word of cue.words) {
      const prefix = word.slice(0, -1);
      if (word.endsWith('*')) addTo(prefixes, prefix.slice(0, PREFIX_LENGTH), [prefix, cue]);
      else addTo(words, word, cue);
    }
  }
  return { words, prefixes, unannounced: all.filter((cue) => cue.words.length === 0) };
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Quotations and inline code, up to 200 UTF-16 units. */
const QUOTED =
  /`[^`]{1,200}`|"[^"]{2,200}"|“[^”]{2,200}”|«[^»]{2,200}»|„[^“”]{2,200}[“”]|「[^」]{2,200}」|『[^』]{2,200}』/g;
const WHOLLY_QUOTED = /^[`"“«„「『][^`"“”«»「」『』]*[`"”»“」』][.!。！]?$/;
const ADDRESS = /\b(?:https?|file):\/\/\S+/g;
const TAG = /<\/?[a-z_][\w-]{0,40}>/gi;
const EMPHASIS = /\*\*|__|(?<![\p{L}\p{N}])[*_](?=\p{L})|(?<=[\p{L}\p{N}.!])[*_](?![\p{L}\p{N}])/gu;
const LIST_MARKER =
  /^(?:[-*+•·–—]|#{1,6}|\(?\d{1,3}[.)、:]|\(?[a-z][.)]|[（(]?[一二三四五六七八九十]{1,2}[)）、.]) ?(?:\[[ x]\] )?/;
/** Sentences that folding leaves unchanged, apart from a list marker. */
const PLAIN = /^(?![ ;])[a-z\d ,.;:!?'()-]*$/;
const APOSTROPHE = /[’‘ʼ´]/g;
const WHITE_SPACE = /\s+/g;

/**
 * Folds a sentence to the form that cues match: lower case, straight apostrophes, single blanks, no list marker, emphasis or tags. A bar
 * between cells becomes a semicolon. Quotations and code become `§`, because they are not the author's words; a sentence that is one quotation
 * stays.
 */
function foldSentence(sentence: string): string {
  const small = sentence.normalize('NFC').toLowerCase();
  const straight = small.replace(APOSTROPHE, "'");
  // Most sentences are plain, and skip the slower steps.
  if (PLAIN.test(straight) && !straight.includes('  '))
    return straight.replace(LIST_MARKER, '').trim();
  const plain = straight.replace(ADDRESS, '§').replace(TAG, ' ; ').replace(WHITE_SPACE, ' ').trim();
  const unquoted = WHOLLY_QUOTED.test(plain) ? plain : plain.replace(QUOTED, '§');
  return unquoted
    .replaceAll('|', ';')
    .replace(EMPHASIS, '')
    .replace(/^(?:; ?)+/, '')
    .replace(LIST_MARKER, '')
    .replace(/^["“„«「『]|(?<=^.{0,20})\*\*/, '')
    .trim();
}
