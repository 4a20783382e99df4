import { nextLineUnit, unitText, type ParsedText } from '../reading/parsed-text.ts';
import type { Part } from '../record/pieces.ts';
import { hasDense } from '../words/characters.ts';
import { isProse, lineOf } from './written-lines.ts';
import { unitLengthAlone } from './read-words.ts';

/** Characters that a message costs beyond its sentences: the line before it; and the marker of a gap, if it is not whole. */
const MESSAGE_OVERHEAD = 2;
const GAP_OVERHEAD = 2;

/** The units of people's texts that stay. What is kept counts once; a unit over the limit of its step stays away. */
export interface KeptWords {
  readonly units: ReadonlyMap<Part, ReadonlySet<number>>;
  /** Tokens of the kept units. */
  readonly tokens: number;
  /** Keeps all of the units, or none. */
  readonly keepTogether: (part: Part, units: readonly number[], limit: number) => void;
  /** Keeps each unit that fits. */
  readonly keep: (part: Part, units: Iterable<number>, limit: number) => void;
  /** Keeps a remark only next to longer sentences, without which it has no meaning. What else would be parsed as data stays with its line, or not. */
  readonly keepWithContext: (part: Part, units: readonly number[], limit: number) => void;
}

/** @param proseRate tokens per character of prose */
export function createKeptWords(texts: readonly Part[], proseRate: number): KeptWords {
  const kept = new Map<Part, Set<number>>(texts.map((part) => [part, new Set()]));
  let tokens = 0;
  const costOf = ({ parsed }: Part, unit: number): number =>
    (unitLengthAlone(parsed, unit) + 1) * proseRate;
  const keepTogether = (part: Part, units: readonly number[], limit: number): void => {
    const own = kept.get(part) ?? new Set();
    kept.set(part, own);
    const missing = units.filter((unit) => !own.has(unit));
    if (missing.length === 0) return;
    const isWhole = missing.length === part.parsed.count;
    const overhead = MESSAGE_OVERHEAD + (isWhole ? 0 : GAP_OVERHEAD);
    let cost = own.size === 0 ? overhead * proseRate : 0;
    for (const unit of missing) cost += costOf(part, unit);
    if (tokens + cost > limit) return;
    tokens += cost;
    for (const unit of missing) own.add(unit);
  };
  const keep = (part: Part, units: Iterable<number>, limit: number): void => {
    for (const unit of units) keepTogether(part, [unit], limit);
  };
  return {
    units: kept,
    get tokens() {
      return tokens;
    },
    keepTogether,
    keep,
    keepWithContext(part, units, limit) {
      const own = kept.get(part)!;
      const before = new Set(own);
      const sentences = units.filter((unit) => !isRemark(unitText(part.parsed, unit)));
      keep(part, sentences, limit);
      if (own.size > 0) keep(part, units, limit);
      for (const line of linesParsedAsData(part.parsed, own)) {
        keepTogether(part, line, limit);
        if (line.every((unit) => own.has(unit))) continue;
        for (const unit of line) {
          if (!before.has(unit) && own.delete(unit)) tokens -= costOf(part, unit);
        }
      }
    },
  };
}

const DIGIT = /\p{N}/u;
/** More than four words: more than a remark has. */
const FIVE_WORDS = /^[^\p{L}'’]*(?:[\p{L}\p{M}'’]+[^\p{L}\p{M}'’]+){4}[\p{L}'’]/u;

/** Returns whether a sentence has at most four words, without a number. A script without spaces has no words to count: there, none is a remark. */
function isRemark(sentence: string): boolean {
  return !FIVE_WORDS.test(sentence) && !DIGIT.test(sentence) && !hasDense(sentence);
}

/** Returns the units of lines of which so much is left out that the rest would not be parsed as prose the next time: it is mostly digits. */
function linesParsedAsData(parsed: ParsedText, kept: ReadonlySet<number>): readonly number[][] {
  const lines: number[][] = [];
  for (let first = 0, end = 0; first < parsed.count; first = end) {
    end = nextLineUnit(parsed, first);
    const units = Array.from({ length: end - first }, (_, at) => first + at);
    const left = units.filter((unit) => kept.has(unit));
    const isCut = left.length > 0 && left.length < units.length;
    if (isCut && !isProse(lineOf(parsed, left))) lines.push(units);
  }
  return lines;
}
