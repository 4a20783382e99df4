import type { ToolResponseBlock } from '@palimpsest/core-types';
import type { Role } from '../ranking/unit-index.ts';
import type { ParsedText } from '../reading/parsed-text.ts';

/** A text of the history whose units are kept or left out. */
export interface Part {
  /** Where it stands. */
  readonly entry: number;
  readonly block: number;
  readonly role: Role;
  readonly parsed: ParsedText;
  /** What it is among the arguments of its call: `replacing`. Empty for all else. */
  readonly label: string;
  /** Whether it was read from a record. @default false */
  readonly isRead?: boolean;
  /** The step that it belongs to; `undefined` for the words of a person. */
  readonly call: CallFacts | undefined;
}

/** What the selection knows about a call. */
export interface CallFacts {
  readonly namesFile: boolean;
  /** Whether it writes a file: that it did not fail says all of its result. */
  readonly writes: boolean;
  /** The command, if the call runs one. */
  readonly command: string | undefined;
  readonly hasFailed: boolean;
  /** How the newest later call of the same tool for the same file or command ended; `undefined` if this is the newest. */
  readonly later: 'failed' | 'done' | undefined;
  /** Whether the failure is flagged, so that its text is read by lines. */
  readonly isFlagged: boolean;
  /** Whether it wrote the plan, and no newer call did; or whether a newer call wrote it again. */
  readonly plan: 'newest' | 'replaced' | undefined;
  /** Whether its result tells how to work from then on: the call sets the mode of the agent, and has no long arguments. */
  readonly instructs: boolean;
}

/** What a person wrote in one text. */
interface Words {
  readonly kind: 'person';
  readonly entry: number;
  readonly texts: readonly Part[];
}

/** Position of a block. */
export interface Place {
  readonly entry: number;
  readonly block: number;
}

/** One thing that was done or said, with what came back. */
export interface Step {
  readonly kind: 'step';
  readonly entry: number;
  /** `Read`, and `src/a.ts`; the title is both and the details. */
  readonly verb: string;
  readonly object: string;
  readonly details: string;
  readonly path: string | undefined;
  /** `in /work/other`, a part of the details, if a command did not run where most did; else empty. */
  readonly folder: string;
  readonly title: Part | undefined;
  /** Arguments, then results. */
  readonly texts: readonly Part[];
  /** Lines that stand for media. */
  readonly media: readonly string[];
  /** `undefined` for a step without a result. */
  readonly response: ToolResponseBlock | undefined;
  /** Where the response stands. */
  readonly place: Place | undefined;
  readonly call: CallFacts | undefined;
  /**
   * Whether the agent must know of it: it may have changed something outside (a booking, a message, a payment), or set the mode in which the
   * agent works.
   */
  readonly isAction: boolean;
}

export type Piece = Words | Step;
