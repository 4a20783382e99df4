import { clauseStarts } from './clause-starts.ts';
import type { CueTable } from './cues/cue-table.ts';
import { CUE_TABLES } from './cues/cue-tables.ts';
import type { DirectiveForce } from './directive.ts';

/** Of several cues the one that is worst to lose decides. */
export const FORCES = ['must-not', 'only', 'must', 'should', 'prefer'] as const;

/** One pattern for each force that has cues, the strongest first. */
export type ForcePatterns = readonly (readonly [force: DirectiveForce, pattern: RegExp])[];

/** A table of cues, compiled. */
export interface PatternReader {
  readonly spoken: RegExp;
  readonly excuse: RegExp | undefined;
  readonly starts: (folded: string) => number[];
  /** Sticky: to be tried where a clause starts. */
  readonly imperatives: ForcePatterns;
  readonly cues: ForcePatterns;
  /** Sticky. */
  readonly orders: RegExp | undefined;
  readonly told: RegExp | undefined;
  readonly whenTold: ForcePatterns;
  readonly asking: RegExp | undefined;
  readonly politely: ForcePatterns;
  readonly openers: ForcePatterns;
}

let readers: readonly PatternReader[] | undefined;

/** One reader for each language; compiled when first asked for. */
export function patternReaders(): readonly PatternReader[] {
  readers ??= CUE_TABLES.map(createReader);
  return readers;
}

function createReader(table: CueTable): PatternReader {
  const [before, behind] = table.hasWords
    ? ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_])']
    : ['', ''];
  const words = (sources: readonly string[]) =>
    new RegExp(`${before}(?:${sources.join('|')})${behind}`, 'u');
  const starting = (sources: readonly string[]) =>
    new RegExp(`(?:${sources.join('|')})${behind}`, 'uy');
  return {
    spoken: new RegExp(table.spoken, 'u'),
    excuse: table.excuses.length === 0 ? undefined : new RegExp(words(table.excuses).source, 'gu'),
    starts: clauseStarts(table),
    imperatives: byForce(table.imperatives, starting),
    cues: byForce(table.cues, words),
    orders: table.orders === undefined ? undefined : starting([table.orders]),
    told: table.told === undefined ? undefined : words([table.told]),
    whenTold: byForce(table.whenTold, words),
    asking: table.asking === undefined ? undefined : words(table.asking),
    politely: byForce(table.politely, words),
    openers: byForce(table.openers, whole),
  };
}

function byForce(
  sources: CueTable['cues'] = {},
  compile: (sources: readonly string[]) => RegExp,
): ForcePatterns {
  return FORCES.flatMap((force) => {
    const listed = sources[force] ?? [];
    return listed.length === 0 ? [] : [[force, compile(listed)] as const];
  });
}

function whole(sources: readonly string[]): RegExp {
  return new RegExp(`^(?:${sources.join('|')})$`, 'u');
}
