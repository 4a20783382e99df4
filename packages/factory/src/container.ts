// The one module that imports tsyringe, which refuses to load before the Reflect polyfill.
// Bundlers hoist ES modules above CommonJS, so the polyfill needs a module of its own. Bun loads CommonJS level by level, so the
// polyfill must also be imported here, in front of tsyringe.
import './polyfill.ts';
import 'reflect-metadata/lite';

export { container as rootContainer, instancePerContainerCachingFactory } from 'tsyringe';
export type { DependencyContainer } from 'tsyringe';
