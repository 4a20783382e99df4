import { PalimpsestError, type IContent } from '@palimpsest/core-types';
import type { SessionStore } from '@palimpsest/originals/sessions';
import type { LedgerCall } from '../economics/cost-ledger.ts';
import type { OrchestratorOptions, ReportedUsage } from '../orchestrator/orchestrator.ts';
import type { PrepareRequest, PrepareResult } from '../orchestrator/prepare-request.ts';

/** Options of a session: those of its orchestrators, and where its state is. */
export interface SessionOptions extends Omit<OrchestratorOptions, 'history' | 'state'> {
  readonly session: {
    /** Name of the session, such as a user and a conversation: 1 to 256 characters. */
    readonly id: string;
    /** Such as `sqliteSessions(database)` of `@palimpsest/originals/sessions`. */
    readonly store: SessionStore;
  };
  /** The originals that `saveOriginals` adds to. Other processes may add to them, too. */
  readonly originals?: SessionOriginals;
}

/** What a session needs to know of its originals. */
export interface SessionOriginals {
  /** Number of compressions in the manifest, as far as this process has read it. */
  readonly compressionCount: () => number;
  /** Reads the manifest again. */
  readonly refresh: () => Promise<void>;
  /** Returns the entries with the metadata of those that earlier compressions generated. */
  readonly recognize: (entries: readonly IContent[]) => readonly IContent[];
}

/** A request with its whole conversation. */
export interface SessionRequest extends PrepareRequest {
  /** All entries before `pending`, as the host has them: as they were given, or as they were sent. */
  readonly entries: readonly IContent[];
  /** Distinguishes conversations with equal first entries. Include the format if a session uses several. @default '' */
  readonly conversation?: string;
  /**
   * Returns how the host will present the sent entries in the next request, if it stores what was sent instead of what it had. Called after a
   * change.
   *
   * @default the sent entries
   */
  readonly readBack?: (sent: readonly IContent[]) => readonly IContent[];
}

/** A prepared request. */
export interface SessionResult {
  /**
   * What to send. For a request that was prepared before, in any process, it has what was sent then: `unchanged`, with the reason
   * `repeated`.
   */
  readonly outcome: PrepareResult;
  /** Whether anything differs from the given entries. */
  readonly isRewritten: boolean;
  /** Call with the usage of the response: corrects estimates in all processes, once. `flush` waits until it is stored. */
  readonly report: (usage: ReportedUsage) => LedgerCall | undefined;
}

/**
 * A session that any process can continue. Each request reads the state, decides, and commits once. If another process committed to the same
 * conversation meanwhile, the request is decided again.
 */
export interface Session {
  /**
   * Call before each request.
   *
   * @throws as `prepare` of an orchestrator; the errors of the store; {SessionConflictError} if other processes keep committing first. The state is
   * unchanged then
   */
  prepare(request: SessionRequest): Promise<SessionResult>;
  /**
   * Returns what was sent for the given entries, followed by those that are new; `undefined` if that is what was given. For a
   * request that could not be prepared: reasoning may depend on what was sent.
   */
  lastSent(request: SessionRequest): Promise<readonly IContent[] | undefined>;
  /** Waits until everything reported is stored. Call it before the process ends or is suspended. @throws the errors of the store */
  flush(): Promise<void>;
}

/** Thrown when other processes commit to a session again and again while a request is decided. Nothing changed. Try again. */
export class SessionConflictError extends PalimpsestError {
  override readonly name: string = 'SessionConflictError';
  declare readonly code: 'SESSION_CONFLICT';

  constructor(session: string, rounds: number) {
    super(
      `session ${JSON.stringify(session)}: other requests committed before this one, ${rounds} times in a row. Prepare the request again.`,
      'SESSION_CONFLICT',
    );
  }
}
