import type { RetentionMethod } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';

const methods = new Map<string, RetentionMethod>();

/** Returns a method by name, the same object for all jobs of a thread, because some have caches. */
export function methodNamed(name: string): RetentionMethod {
  const method = methods.get(name) ?? findMethod(name);
  if (method === undefined) {
    throw new Error(`method: expected one of ${METHOD_NAMES.join(', ')}, got ${name}.`);
  }
  methods.set(name, method);
  return method;
}
