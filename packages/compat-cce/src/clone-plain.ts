/**
 * Returns a deep copy of plain data: objects, lists, dates, maps, sets and buffers, of any depth, with cycles and keys named `__proto__`.
 * Functions and class instances are not copied.
 */
export function clonePlain<Value>(value: Value): Value {
  const copies = new Map<object, object>();
  const shallow: object[] = [];
  const copyOf = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const copy = copyMembers(part);
    if (copy === undefined) return copyOfBuiltIn(part);
    copies.set(part, copy);
    shallow.push(copy);
    return copy;
  };
  const root = copyOf(value);
  for (let next = shallow.pop(); next !== undefined; next = shallow.pop()) {
    const members = next as Record<PropertyKey, unknown>;
    for (const key of Reflect.ownKeys(members)) members[key] = copyOf(members[key]);
  }
  return root as Value;
}

/** Returns a new list or plain object with the same members; `undefined` for any other object. */
function copyMembers(part: object): object | undefined {
  if (Array.isArray(part)) return Object.assign([], part, { length: part.length });
  const prototype: unknown = Object.getPrototypeOf(part);
  if (prototype === null) return Object.assign(Object.create(null) as object, part);
  // A plain object of another realm has another `Object.prototype`, whose prototype is also null.
  return Object.getPrototypeOf(prototype) === null ? { ...part } : undefined;
}

function copyOfBuiltIn(part: object): object {
  const isData =
    part instanceof Date ||
    part instanceof Map ||
    part instanceof Set ||
    part instanceof ArrayBuffer ||
    ArrayBuffer.isView(part);
  if (!isData) return part;
  try {
    return structuredClone(part);
  } catch {
    return part;
  }
}
