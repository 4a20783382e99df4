/**
 * Returns a deep copy of plain data: objects, lists, dates, maps, sets and buffers, of any depth, with cycles and keys named `__proto__`.
 * Functions and class instances are not copied.
 */
export function clonePlain<Value>(value: Value): Value {
  const copies = new Map<object, object>();
  const unfilled: [source: object, copy: object][] = [];
  const copyOf = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    const known = copies.get(part);
    if (known !== undefined) return known;
    const empty = emptyLike(part);
    if (empty === undefined) return copyOfBuiltIn(part);
    copies.set(part, empty);
    unfilled.push([part, empty]);
    return empty;
  };
  const copy = copyOf(value);
  for (let next = unfilled.pop(); next !== undefined; next = unfilled.pop()) {
    const [source, target] = next;
    for (const key of Reflect.ownKeys(source)) {
      if (!Object.prototype.propertyIsEnumerable.call(source, key)) continue;
      setOwn(target, key, copyOf((source as Record<PropertyKey, unknown>)[key]));
    }
  }
  return copy as Value;
}

/** Sets an own property, even if its key is `__proto__`. */
function setOwn(target: object, key: PropertyKey, value: unknown): void {
  if (key !== '__proto__') {
    (target as Record<PropertyKey, unknown>)[key] = value;
    return;
  }
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

function emptyLike(part: object): object | undefined {
  const prototype: unknown = Object.getPrototypeOf(part);
  if (Array.isArray(part)) {
    const empty: unknown[] = [];
    empty.length = part.length;
    return empty;
  }
  if (prototype === null) return Object.create(null) as object;
  // A plain object of another realm has another `Object.prototype`, whose prototype is also null.
  return Object.getPrototypeOf(prototype) === null ? {} : undefined;
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
