import { OptionError } from '@palimpsest/core-types';

/** An option, or an argument, that cannot be meant. */
export class OrchestratorOptionError extends OptionError {
  override readonly name: string = 'OrchestratorOptionError';
}
