import type { Directive, RequirementLevel } from '@palimpsest/directives';
import type { Span } from '@palimpsest/text';

/** A sentence that a reader found to be a directive: its index in the message, and its force. */
export type Label = readonly [sentence: number, force: RequirementLevel];

/** What a detector found in one message, compared with what a reader found. */
export interface MessageScore {
  /** Whether each label was found: a directive overlaps at least half of its sentence, or lies within it. */
  readonly labels: readonly {
    readonly span: Span;
    readonly force: RequirementLevel;
    readonly isFound: boolean;
    /** One of the directives that found it has its force. */
    readonly hasSameForce: boolean;
  }[];
  /** Whether each directive is right: it overlaps a sentence with a label. */
  readonly directives: readonly { readonly span: Span; readonly isRight: boolean }[];
}

/** Compares the directives of a message with its labels. Throws where a label names a sentence that is not there. */
export function scoreDirectives(
  sentences: readonly Span[],
  labels: readonly Label[],
  directives: readonly Directive[],
): MessageScore {
  const labelled = labels.map(([sentence, force]) => {
    const span = sentences[sentence];
    if (span === undefined) {
      throw new RangeError(
        `A label names sentence ${sentence}, but the message has ${sentences.length}: label it again.`,
      );
    }
    const finders = directives.filter((directive) => finds(directive, span));
    return {
      span,
      force,
      isFound: finders.length > 0,
      hasSameForce: finders.some((directive) => directive.level === force),
    };
  });
  return {
    labels: labelled,
    directives: directives.map((span) => ({
      span,
      isRight: labelled.some((label) => shared(label.span, span) > 0),
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
