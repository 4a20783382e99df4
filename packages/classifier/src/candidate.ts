/** Input of the preservation rules: one message. */
export interface Candidate {
  /** The whole text of the message. */
  readonly text: string;
  /** Role of the message, as the host names it; `preserve` uses the same names. */
  readonly role: string;
  /** Index among all messages, from 0. */
  readonly position: number;
  /** Number of messages. */
  readonly total: number;
  /** Whether the message calls a tool. */
  readonly hasToolCalls: boolean;
  /** Whether deduplication found a copy that is kept. @default false */
  readonly duplicate?: boolean;
  /**
   * Whether Palimpsest's metadata or the manifest of a store proves that the message is the result of a compression. Its text is never proof.
   * @default false
   */
  readonly compressed?: boolean;
}

/** Treatment of a message: keep it unchanged, replace it by a reference to its copy, shorten only the prose around its fences, or shorten it. */
export type PreservationAction = 'preserve' | 'duplicate' | 'code-split' | 'compress';

export interface Verdict {
  readonly action: PreservationAction;
  /** Reasons found in the text, if they decided. */
  readonly reasons?: readonly string[];
}

/** A verdict with the name of its rule. */
export interface Decision extends Verdict {
  readonly rule: string;
}

/** A test of one message. The first rule that returns a verdict decides. */
export interface PreservationRule {
  readonly name: string;
  /** Returns a verdict, or `undefined` to leave the decision to the next rules. */
  decide(candidate: Candidate): Verdict | undefined;
}
