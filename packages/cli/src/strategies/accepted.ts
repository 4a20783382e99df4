import type { SettingSpec } from '@palimpsest/core-types';

/** What a setting accepts, in as few signs as a table has room for: `0 < n <= 1`. */
export function accepted(spec: SettingSpec): string {
  switch (spec.type) {
    case 'boolean':
      return 'true | false';
    case 'enum':
      return (spec.values ?? []).join(' | ');
    case 'string':
      return 'text';
    case 'integer':
      return bounds(spec, 'whole n');
    default:
      return bounds(spec, 'n');
  }
}

function bounds(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SettingSpec,
  name: string,
): string {
  const lower =
    minimum === undefined ? '' : `${minimum} ${exclusiveMinimum === true ? '<' : '<='} `;
  const upper =
    maximum === undefined ? '' : ` ${exclusiveMaximum === true ? '<' : '<='} ${maximum}`;
  return `${lower}${name}${upper}`;
}
