import type { Directive, RequirementLevel } from '@palimpsest/core-types';
import type { Span } from '@palimpsest/engine/text';

/** A sentence that a reader labelled as a directive: its index in the message and its requirement level. */
export type Label = readonly [sentence: number, force: RequirementLevel];

/** The directives that a detector found in one message, compared with a reader's labels. */
export interface MessageScore {
  /** Labels, and whether each was found: a directive overlaps at least half of its sentence, or is within it. */
  readonly labels: readonly {
    readonly force: RequirementLevel;
    readonly isFound: boolean;
    /** Whether a directive that found it has the same requirement level. */
    readonly hasSameForce: boolean;
  }[];
  /** Directives, and whether each is right: it overlaps a labelled sentence. */
  readonly directives: readonly { readonly isRight: boolean }[];
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
): MessageScore {
  const spans = labels.map(([sentence]) => {
    const span = sentences[sentence];
    if (span !== undefined) return span;
    throw new RangeError(
      `A label names sentence ${sentence}, but the message has ${sentences.length}: label it again.`,
    );
  });
  return {
    labels: labels.map(([, force], at) => {
      const finders = directives.filter((directive) => finds(directive, spans[at]!));
      const hasSameForce = finders.some((directive) => directive.level === force);
      return { force, isFound: finders.length > 0, hasSameForce };
    }),
    directives: directives.map((directive) => ({
      isRight: spans.some((span) => shared(span, directive) > 0),
    })),
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
