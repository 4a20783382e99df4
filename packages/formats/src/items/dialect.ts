import type { FormatName } from '../codec.ts';

/** An item of the Responses API or of the Agents SDK. Unlisted members are preserved. */
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

/** How one of the two spells what both express. */
export interface ItemDialect {
  readonly name: FormatName;
  /** Member that links an output to its call. */
  readonly callId: 'call_id' | 'callId';
  /** Type of the output of a `function_call`. */
  readonly functionOutput: 'function_call_output' | 'function_call_result';
  /** Whether outputs contain the name of their tool. */
  readonly hasToolNames: boolean;
  /** Members that new items need besides their content. */
  readonly completed: Readonly<Record<string, unknown>>;
  /** Member of a shell output with the exit code of a command. */
  readonly exitCode: 'exit_code' | 'exitCode';
  /** Whether an instruction is one text, never a list of parts. */
  readonly hasPlainInstructions: boolean;
  /** Writes an output of one text by default. */
  readonly outputText: (text: string) => unknown;
  /** Creates a reasoning item from a thought and its encrypted content. */
  readonly reasoning: (thought: string, encrypted: string | undefined) => Item;
  /** Returns the encrypted content of a reasoning item. */
  readonly encryptedOf: (item: Item) => unknown;
  /** Member of an `input_image` part with its URL. */
  readonly image: 'image_url' | 'image';
  /** Returns whether an `input_image` or `input_file` part of a result names its source as the dialect does. */
  readonly takesMedia: (part: Readonly<Record<string, unknown>>) => boolean;
  /** Returns the members of an `input_file` part with its bytes or its URL. */
  readonly file: (address: string, isUrl: boolean) => Readonly<Record<string, unknown>>;
}
