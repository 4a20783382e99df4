/** A message as the preservation rules see it. */
export interface Candidate {
  /** All of its text. */
  readonly text: string;
  /** Who said it, in the words of the host; `preserve` names roles in the same words. */
  readonly role: string;
  /** Its place among all messages, from 0. */
  readonly position: number;
  /** How many messages there are. */
  readonly total: number;
  /** It calls a tool. */
  readonly hasToolCalls: boolean;
  /** The search for duplicates found a copy that stays. @default false */
  readonly duplicate?: boolean;
  /** Our own metadata or a store's manifest says that it is the result of a compression. Its text alone proves nothing. @default false */
  readonly compressed?: boolean;
}

/** What is to become of a message: stay, refer to its copy, be shortened around its fences, be shortened. */
export type PreservationAction = 'preserve' | 'duplicate' | 'code-split' | 'compress';

export interface Verdict {
  readonly action: PreservationAction;
  /** What was found in the text, where that decided. */
  readonly reasons?: readonly string[];
}

/** A verdict, and the rule that gave it. */
export interface Decision extends Verdict {
  readonly rule: string;
}

/** One question about a message. Rules are asked in order; the first answer counts. */
export interface PreservationRule {
  readonly name: string;
  /** A verdict, or `undefined` to leave it to the rules behind. */
  decide(candidate: Candidate): Verdict | undefined;
}
