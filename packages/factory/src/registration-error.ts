import { PalimpsestError } from '@palimpsest/core-types';

export type RegistrationErrorCode =
  | 'INVALID_PLUGIN'
  | 'UNSUPPORTED_SPECIFICATION'
  | 'INVALID_STRATEGY_NAME'
  | 'DUPLICATE_STRATEGY'
  | 'SETTING_CONFLICT'
  | 'INVALID_SETTING_SPEC'
  | 'REGISTRY_DISPOSED';

/** Thrown when a plugin is rejected, or a registry is used after its disposal. */
export class RegistrationError extends PalimpsestError {
  override readonly name: string = 'RegistrationError';
  declare readonly code: RegistrationErrorCode;
}
