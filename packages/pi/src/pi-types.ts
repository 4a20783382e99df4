import type { PiMessage } from '@palimpsest/formats/pi';

// The parts of pi's extension API (1.5) that this package uses. pi passes its API in, so nothing of pi is imported.

/** An entry of pi's session log. */
export interface SessionEntry {
  readonly type: string;
  readonly id: string;
  readonly message?: PiMessage;
  readonly content?: unknown;
  /** Of a `compaction`: its text, and the first entry that follows it. */
  readonly summary?: string;
  readonly firstKeptEntryId?: string;
  readonly customType?: string;
  readonly data?: unknown;
}

/** A session entry, and what the model sees of it. */
export interface ContextEntry {
  readonly sourceEntry: SessionEntry;
  readonly messages: readonly PiMessage[];
}

/** An entry that pi appends to its log when a handler returns. */
export type EntryDraft =
  | {
      readonly type: 'compaction';
      readonly summary: string;
      /** `null`: no earlier entry follows. */
      readonly firstKeptEntryId: string | null;
    }
  | {
      readonly type: 'context_edit';
      readonly targetId: string;
      readonly replacement: { readonly content: unknown };
    }
  | { readonly type: 'custom'; readonly customType: string; readonly data?: unknown };

export interface ExtensionContext {
  readonly ui: { notify(message: string, type?: 'info' | 'warning' | 'error'): void };
  readonly sessionManager: {
    getBranch(): readonly SessionEntry[];
    /** Returns what the model sees. */
    buildSessionProjection(): { readonly entries: readonly ContextEntry[] };
  };
  /** Starts a compaction: `session_before_compact` is called, unless there is too little to compact. */
  compact(options: CompactCallbacks): void;
  getContextUsage(): ContextUsage | undefined;
}

/** Exactly one of them is called. */
export interface CompactCallbacks {
  readonly onComplete: () => void;
  readonly onError: (error: Error) => void;
}

export interface ContextUsage {
  /** `null`: unknown, as right after a compaction. */
  readonly tokens: number | null;
  readonly contextWindow: number;
}

export interface TurnEndEvent {
  readonly entries: readonly EntryDraft[];
  readonly context: { readonly contextEntries: readonly ContextEntry[] };
  readonly outcome: string;
}

export interface BeforeCompactEvent {
  readonly preparation: {
    readonly firstKeptEntryId: string;
    readonly messagesToSummarize: readonly PiMessage[];
    readonly turnPrefixMessages: readonly PiMessage[];
    readonly tokensBefore: number;
    readonly previousSummary?: string;
  };
  readonly signal: AbortSignal;
}

interface Events {
  readonly session_start: [event: unknown, result: void];
  readonly turn_end: [
    event: TurnEndEvent,
    result: { readonly entries: readonly EntryDraft[] } | undefined,
  ];
  readonly context: [
    event: { readonly messages: readonly PiMessage[] },
    result: { readonly messages: readonly PiMessage[] } | undefined,
  ];
  readonly tool_call: [
    event: { readonly toolName: string; readonly input: unknown },
    result: { readonly block: true; readonly reason: string } | undefined,
  ];
  readonly session_before_compact: [
    event: BeforeCompactEvent,
    result:
      | {
          readonly compaction: {
            readonly summary: string;
            readonly firstKeptEntryId: string;
            readonly tokensBefore: number;
          };
        }
      | { readonly cancel: true }
      | undefined,
  ];
}

interface ToolDefinition {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: object;
  execute(
    callId: string,
    parameters: unknown,
  ): Promise<{
    readonly content: readonly { readonly type: 'text'; readonly text: string }[];
    readonly details: unknown;
  }>;
}

/** What pi passes to an extension. */
export interface ExtensionApi {
  on<Name extends keyof Events>(
    name: Name,
    handler: (
      event: Events[Name][0],
      context: ExtensionContext,
    ) => Promise<Events[Name][1]> | Events[Name][1],
  ): unknown;
  registerTool(tool: ToolDefinition): void;
  /** Writes an entry to the session file. The model does not see it. */
  appendEntry(customType: string, data: unknown): void;
  registerCommand(
    name: string,
    command: {
      readonly description: string;
      readonly handler: (args: string, context: ExtensionContext) => Promise<void>;
    },
  ): void;
}
