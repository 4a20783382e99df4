import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface MainIo {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** Data, `--help`, and the output of `inspect` and `strategies`. */
  readonly stdout: OutputStream;
  /** Reports, progress and errors. */
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative file names are resolved against. */
  readonly cwd: string;
  /** Current time in milliseconds; only differences matter. */
  readonly now: () => number;
  /** Aborted when the user interrupts. The process ends when the listeners have returned, so they remove temporary files synchronously. */
  readonly signal?: AbortSignal;
  /** From this call on, signals such as SIGINT go to `take`, and the process does not end by itself. */
  readonly takeSignals?: (take: (signal: NodeJS.Signals) => void) => void;
}

export const EXIT = {
  /** Done, also when there was nothing to do. */
  done: 0,
  failed: 1,
  /** Wrong usage or unreadable input. */
  refused: 2,
  /** With `--strict`: a target was missed or an original is missing. Of `recall`: no original, or several, have the id. Of `doctor`: a check failed. */
  missed: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
