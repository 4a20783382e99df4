/** A tool call in the chat format of OpenAI. */
export interface SessionToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON text. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** One message of the recorded session, in the chat format of OpenAI. */
export type SessionMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly SessionToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };
