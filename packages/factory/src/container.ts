// The only module that imports tsyringe, which refuses to load before the Reflect polyfill. Bundlers hoist ES modules above CommonJS, so the
// polyfill needs its own module. Bun evaluates CommonJS level by level, so this module must import it too, before tsyringe.
import './polyfill.ts';
import 'reflect-metadata/lite';

export { container as rootContainer, instancePerContainerCachingFactory } from 'tsyringe';
export type { DependencyContainer } from 'tsyringe';
