/** What changed between two versions of a session, entry by entry. Plain data: it can be written as JSON. */
export interface Comparison {
  /** Name of the session, such as its file. */
  readonly title: string;
  /** First words of the first request of its user. */
  readonly subject?: string;
  /** A sentence that says what is compared. */
  readonly about?: string;
  /** Short facts about it, such as format and strategy. */
  readonly facts: readonly string[];
  /** Tokens include the overhead of a request body. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens?: number;
  /** In the order of the session. Added entries follow the entry after which they stand. */
  readonly entries: readonly ComparedEntry[];
  readonly demands: readonly ComparedDemand[];
  /** Whether texts say why their lines stayed. */
  readonly hasReasons?: boolean;
  /** The page that this one is part of, if it is served by one. */
  readonly parent?: { readonly name: string; readonly address: string };
}

export type EntryKind = 'system' | 'user' | 'agent' | 'call' | 'result';

/** `kept`: unchanged. `reported`: a report tells it. `added`: not in the version before, such as a note. */
export type Change = 'kept' | 'shortened' | 'reported' | 'removed' | 'added';

/** An entry, or what one step of a report tells: a call with its result, or a run of them. */
export interface ComparedEntry {
  /** Position in the version before, from 0; of several entries, of the first. Absent for an added entry. */
  readonly index?: number;
  /** Position of the last one of several entries. */
  readonly lastIndex?: number;
  readonly kind: EntryKind;
  /** Tool and subject of its call or result, such as `read_file src/main.ts`; of a reported step, its sentence. */
  readonly label?: string;
  readonly change: Change;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** `stale`: a read of a file that was written later. `duplicate`: a result that equals an earlier one. */
  readonly marks?: readonly EntryMark[];
  readonly texts: readonly ComparedText[];
}

export type EntryMark = 'stale' | 'duplicate';

/** A text of an entry, with the edits that lead to the version after. */
export interface ComparedText {
  /** What it is: `text`, `reasoning`, `call of Read`. */
  readonly title: string;
  /** The version before; empty for an added text. */
  readonly before: string;
  readonly edits: readonly LineEdit[];
  /** Why lines stayed, by line number from 0. */
  readonly reasons?: Readonly<Record<number, string>>;
}

/**
 * Edits of the lines of a text, in order. A number above 0: that many lines stay. Below 0: that many lines are removed. A text: these lines
 * stand here in the version after.
 */
export type LineEdit = number | string;

/** An instruction: a sentence in which the user says what must, must not or should be done. */
export interface ComparedDemand {
  readonly text: string;
  /** Position of its entry in the version before. */
  readonly index: number;
  /** `stands`: word for word in its entry. `restated`: word for word elsewhere. */
  readonly state: 'stands' | 'restated' | 'lost';
}
