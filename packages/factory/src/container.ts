// The one module that imports tsyringe: the Reflect polyfill has to be evaluated before it.
import './polyfill.ts';

export { container as rootContainer, instancePerContainerCachingFactory } from 'tsyringe';
export type { DependencyContainer } from 'tsyringe';
