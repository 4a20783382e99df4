import { OrchestratorOptionError } from '../orchestrator-option-error.ts';
import { isFields } from './profile-refusal.ts';

const KIND = 'palimpsest.profile-resolver';
const FORMAT = 1;

/** Whose turn it is, as `JSON.stringify` takes it. */
export interface ProfileResolverJson {
  readonly kind: typeof KIND;
  readonly format: typeof FORMAT;
  /** Of each load balancer, the place in its list of the member that is next. */
  readonly next: Readonly<Record<string, number>>;
}

/** Keeps whose turn it is in each load balancer. */
export interface Rotation {
  /** The place of the member whose turn it is; the turn passes on. */
  readonly take: (pool: string, size: number) => number;
  readonly toJSON: () => ProfileResolverJson;
}

/** @throws {OrchestratorOptionError} `INVALID_PROFILE_RESOLVER_JSON`, with the path of what is wrong */
export function createRotation(json?: unknown): Rotation {
  const next = json === undefined ? new Map<string, number>() : readJson(json);
  return {
    take(pool, size) {
      const place = (next.get(pool) ?? 0) % size;
      next.set(pool, place + 1);
      return place;
    },
    toJSON: () => ({ kind: KIND, format: FORMAT, next: Object.fromEntries(next) }),
  };
}

function readJson(json: unknown): Map<string, number> {
  if (!isFields(json)) throw refusal('json', json, 'what toJSON() answered, parsed');
  const { kind, format, next } = json;
  if (kind !== KIND) throw refusal('json.kind', kind, `"${KIND}"`);
  if (format !== FORMAT) {
    throw refusal('json.format', format, `${FORMAT}; a newer one needs a newer release`);
  }
  if (!isFields(next)) throw refusal('json.next', next, 'an object of names and places');
  const places = new Map<string, number>();
  for (const [pool, place] of Object.entries(next)) {
    if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) {
      throw refusal(`json.next.${pool}`, place, 'a whole number, 0 or more');
    }
    places.set(pool, place);
  }
  return places;
}

function refusal(where: string, seen: unknown, accepted: string): OrchestratorOptionError {
  const code = 'INVALID_PROFILE_RESOLVER_JSON';
  return new OrchestratorOptionError(where, seen, accepted, { code });
}
