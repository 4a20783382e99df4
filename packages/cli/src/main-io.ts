import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Everything the command takes from its surroundings. */
export interface MainIo {
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** Data, `--help` and what `inspect` and `strategies` show. */
  readonly stdout: OutputStream;
  /** Reports, progress and errors. */
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative file names are resolved against. */
  readonly cwd: string;
  /** Milliseconds, only ever compared with each other. */
  readonly now: () => number;
  /** Aborted when the user interrupts: temporary files are gone before the listeners return. */
  readonly signal?: AbortSignal;
}
