import type { RetentionMethod } from './method.ts';
import { findMethod, METHOD_NAMES } from './methods.ts';

const methods = new Map<string, RetentionMethod>();

/** The same method for all jobs of a thread: some remember what they read before. */
export function methodNamed(name: string): RetentionMethod {
  const method = methods.get(name) ?? findMethod(name);
  if (method === undefined) {
    throw new Error(`No method is called ${name}; there are ${METHOD_NAMES.join(', ')}.`);
  }
  methods.set(name, method);
  return method;
}
