import type { FormatName } from './codec.ts';

/** An item of the Responses API or of the Agents SDK. Members not listed here survive too. */
export interface Item {
  readonly type?: unknown;
  readonly id?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly status?: unknown;
  readonly phase?: unknown;
  readonly name?: unknown;
  readonly output?: unknown;
  readonly [member: string]: unknown;
}

/** How one of the two spells what both of them mean. */
export interface ItemDialect {
  readonly name: FormatName;
  /** The member that ties an output to its call. */
  readonly callId: 'call_id' | 'callId';
  /** The type of what answers a `function_call`. */
  readonly functionOutput: 'function_call_output' | 'function_call_result';
  /** Whether outputs hold the name of their tool. */
  readonly hasToolNames: boolean;
  /** Members that new items must have beside their content. */
  readonly completed: Readonly<Record<string, unknown>>;
  /** The member of what a shell answers that holds the code a command ended with. */
  readonly exitCode: 'exit_code' | 'exitCode';
  /** Whether an instruction is one text, and never a list of parts. */
  readonly hasPlainInstructions: boolean;
  /** An output that is one text, as the dialect writes it where nothing else is known. */
  readonly outputText: (text: string) => unknown;
  /** A thought with what only its provider can read, as a new reasoning item. */
  readonly reasoning: (thought: string, encrypted: string | undefined) => Item;
  /** What only the provider can read of a reasoning item. */
  readonly encryptedOf: (item: Item) => unknown;
  /** The member of an `input_image` part that holds its address. */
  readonly image: 'image_url' | 'image';
  /** Whether an `input_image` or `input_file` part of a result says where its bytes are as the dialect does. */
  readonly takesMedia: (part: Readonly<Record<string, unknown>>) => boolean;
  /** The members of an `input_file` part that hold its bytes and its address. */
  readonly file: (address: string, isUrl: boolean) => Readonly<Record<string, unknown>>;
}
