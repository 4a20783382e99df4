import { PalimpsestError } from '@palimpsest/core-types';

export type RegistrationErrorCode =
  | 'INVALID_PLUGIN'
  | 'UNSUPPORTED_SPECIFICATION'
  | 'INVALID_STRATEGY_NAME'
  | 'DUPLICATE_STRATEGY'
  | 'SETTING_CONFLICT'
  | 'INVALID_SETTING_SPEC'
  | 'REGISTRY_DISPOSED';

/** A plugin was refused, or a registry was used after its end. */
export class RegistrationError extends PalimpsestError {
  override readonly name: string = 'RegistrationError';
  declare readonly code: RegistrationErrorCode;
}
