import type { FormatName, RequestBody } from '@palimpsest/formats';

/** A piece of the input. The texts of all pieces, one behind the other, are the input. */
export type Item = Conversation | BadLine | Aside;

export interface Conversation {
  readonly kind: 'conversation';
  readonly text: string;
  /** Its own id, else the name of the input, with the line where there may be several. */
  readonly id: string;
  /** The id it gives itself, where it gives one. */
  readonly ownId?: string;
  /** Where it begins, for messages: `name:line`. */
  readonly place: string;
  /** A line of many, which `--skip-bad` may pass over. */
  readonly isLine: boolean;
  readonly messages: readonly unknown[];
  readonly format: FormatName;
  /** Set where it is a whole request body: what is sent in addition to the messages counts as well. */
  readonly body?: RequestBody;
  /** The text with other messages. Whatever is still there is written with the characters it was read with. */
  rewrite(messages: readonly unknown[]): string;
}

/** A line that holds no conversation. */
export interface BadLine {
  readonly kind: 'bad';
  readonly text: string;
  readonly place: string;
  /** A line of many, which `--skip-bad` may pass over. */
  readonly isLine: boolean;
  /** A sentence for a person, with the place. */
  readonly problem: string;
}

/** White space between lines, and a mark of the byte order. */
interface Aside {
  readonly kind: 'aside';
  readonly text: string;
}
