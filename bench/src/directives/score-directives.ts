import type { Directive, RequirementLevel } from '@palimpsest/core-types';
import type { Span } from '@palimpsest/engine/text';

/** A sentence that a reader labelled as a directive: its index in the message and its requirement level. */
export type Label = readonly [sentence: number, level: RequirementLevel];

/** How many labels a detector found, and how many of its directives are right. */
export interface Counts {
  readonly labels: number;
  /** Labels with a directive that overlaps at least half of the sentence, or is within it. */
  readonly found: number;
  /** Found labels whose level is that of a directive that found them. */
  readonly sameLevel: number;
  readonly directives: number;
  /** Directives that overlap a labelled sentence. */
  readonly right: number;
}

/** Sums of counts, and their ratios. A ratio with denominator 0 is 1. */
export interface Tally extends Counts {
  readonly messages: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Share of the found labels whose level was also found. */
  readonly agreement: number;
}

/**
 * Compares the directives of a message with its labels.
 *
 * @throws {RangeError} when a label names a sentence that does not exist
 */
export function scoreDirectives(
  sentences: readonly Span[],
  labels: readonly Label[],
  directives: readonly Directive[],
): Counts {
  const spans = labels.map(([sentence]) => {
    const span = sentences[sentence];
    if (span !== undefined) return span;
    throw new RangeError(
      `A label names sentence ${sentence}, but the message has ${sentences.length}: label it again.`,
    );
  });
  const finders = spans.map((span) => directives.filter((directive) => finds(directive, span)));
  return {
    labels: labels.length,
    found: finders.filter((found) => found.length > 0).length,
    sameLevel: labels.filter(([, level], at) => finders[at]!.some((one) => one.level === level))
      .length,
    directives: directives.length,
    right: directives.filter((directive) => spans.some((span) => shared(span, directive) > 0))
      .length,
  };
}

function finds(directive: Span, sentence: Span): boolean {
  const both = shared(directive, sentence);
  return (
    both > 0 &&
    (both * 2 >= sentence.end - sentence.start || both === directive.end - directive.start)
  );
}

function shared(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}

/** Sums the counts of messages. */
export function tally(all: readonly Counts[]): Tally {
  const sum = (name: keyof Counts): number => all.reduce((total, one) => total + one[name], 0);
  const [labels, found, sameLevel] = [sum('labels'), sum('found'), sum('sameLevel')];
  const [directives, right] = [sum('directives'), sum('right')];
  const [precision, recall] = [share(right, directives), share(found, labels)];
  return {
    messages: all.length,
    labels,
    found,
    sameLevel,
    directives,
    right,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    agreement: share(sameLevel, found),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}
