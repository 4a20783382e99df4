import { describeValue } from '@palimpsest/core-types';
import { isFields, kindOf, profileRefusal } from './profile-refusal.ts';
import { readWhole } from './read-setting.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A profile whose shape was checked. */
export type ReadProfile =
  | {
      readonly kind: 'standard';
      readonly provider: string;
      readonly model: string;
      readonly modelParams: unknown;
      readonly ephemeralSettings: Fields;
    }
  | ReadPool;

export interface ReadPool {
  readonly kind: 'failover' | 'roundrobin';
  readonly members: readonly string[];
  readonly contextLimit: number | undefined;
  readonly timeoutMs: number | undefined;
}

const POLICIES: ReadonlyMap<unknown, ReadPool['kind']> = new Map([
  // Files from before there was a choice have no policy.
  [undefined, 'roundrobin'],
  ['roundrobin', 'roundrobin'],
  ['round-robin', 'roundrobin'],
  ['failover', 'failover'],
]);
const MOST_MILLISECONDS = 2 ** 31 - 1;

/** @throws {OrchestratorOptionError} `INVALID_PROFILE`, with the path of what is wrong */
export function readProfile(name: string, given: unknown): ReadProfile {
  if (!isFields(given)) throw profileRefusal(name, '', kindOf(given), 'an object');
  const { type, ephemeralSettings = {} } = given;
  const settings = ephemeralSettings ?? {};
  if (!isFields(settings)) {
    throw profileRefusal(name, 'ephemeralSettings', kindOf(settings), 'an object, or none');
  }
  if (type === 'loadbalancer') return readPool(name, given, settings);
  if (type !== undefined && type !== 'standard') {
    throw profileRefusal(name, 'type', describeValue(type), '"standard", "loadbalancer", or none');
  }
  return {
    kind: 'standard',
    provider: readName(name, 'provider', given['provider']),
    model: readName(name, 'model', given['model']),
    modelParams: given['modelParams'],
    ephemeralSettings: settings,
  };
}

function readPool(name: string, { policy, profiles }: Fields, settings: Fields): ReadPool {
  const kind = POLICIES.get(policy ?? undefined);
  if (kind === undefined) {
    const accepted = '"failover", "roundrobin", or none';
    throw profileRefusal(name, 'policy', describeValue(policy), accepted);
  }
  if (!Array.isArray(profiles) || profiles.length === 0) {
    const accepted = 'names of standard profiles, one at least';
    throw profileRefusal(name, 'profiles', kindOf(profiles), accepted);
  }
  const members = profiles.map((member, index) => readName(name, `profiles[${index}]`, member));
  const timeoutMs = readWhole(name, settings, 'timeout_ms', MOST_MILLISECONDS);
  return { kind, members, contextLimit: readWhole(name, settings, 'context-limit'), timeoutMs };
}

function readName(profile: string, where: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw profileRefusal(profile, where, kindOf(value), 'a name that is not blank');
}
