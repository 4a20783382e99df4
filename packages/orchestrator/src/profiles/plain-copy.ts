import { isFields, kindOf, profileRefusal } from './profile-refusal.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a file of the profile would hold of these settings, frozen all the way down: nobody who is given them can change the profile, or is
 * met by a later change of it.
 *
 * @param leftOut the name of a setting that is not copied
 */
export function plainCopy(
  profile: string,
  where: 'modelParams' | 'ephemeralSettings',
  given: unknown,
  leftOut?: string,
): Fields {
  if (given === undefined || given === null) return Object.freeze({});
  if (!isFields(given)) throw profileRefusal(profile, where, kindOf(given), 'an object, or none');
  const wanted = Object.entries(given).filter(([name]) => name !== leftOut);
  let copy: Fields;
  try {
    copy = JSON.parse(JSON.stringify(Object.fromEntries(wanted))) as Fields;
  } catch {
    const seen = 'a cycle, a big integer, or something too deep';
    throw profileRefusal(profile, where, seen, 'an object that JSON can hold');
  }
  return freeze(copy);
}

function freeze(root: Fields): Fields {
  const waiting: object[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    Object.freeze(next);
    for (const value of Object.values(next)) {
      if (typeof value === 'object' && value !== null) waiting.push(value as object);
    }
  }
  return root;
}
