import type { DirectiveForce } from '@palimpsest/directives';
import { OrchestratorOptionError } from '../orchestrator-option-error.ts';

export interface DirectiveOptions {
  /** What is kept, by how strongly it binds. @default what binds: `must-not`, `must` and `only` */
  readonly forces?: readonly DirectiveForce[];
}

const BINDING: readonly DirectiveForce[] = ['must-not', 'must', 'only'];
const KNOWN: readonly string[] = [...BINDING, 'should', 'prefer'];

/**
 * The forces that are kept.
 *
 * @throws {OrchestratorOptionError} for one that is not known
 */
export function forcesOf({ forces = BINDING }: DirectiveOptions): ReadonlySet<DirectiveForce> {
  const given: unknown = forces;
  const unknown = Array.isArray(given)
    ? given.find((force) => !KNOWN.includes(String(force)))
    : given;
  if (unknown !== undefined) {
    throw new OrchestratorOptionError('forces', unknown, `an array of ${KNOWN.join(', ')}`);
  }
  return new Set(forces);
}
