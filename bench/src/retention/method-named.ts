import type { RetentionMethod } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';

const methods = new Map<string, RetentionMethod>();

/** Returns a method by name, the same object for all jobs of a thread, because some have caches. */
export function methodNamed(name: string): RetentionMethod {
  const method = methods.get(name) ?? findMethod(name);
  if (method === undefined) {
    throw new Error(`No method is called ${name}; there are ${METHOD_NAMES.join(', ')}.`);
  }
  methods.set(name, method);
  return method;
}
