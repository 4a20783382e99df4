import { PalimpsestError } from '@palimpsest/core-types';

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
