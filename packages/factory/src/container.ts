// The only module that imports code of tsyringe, which refuses to load before the Reflect polyfill. Bundlers hoist ES modules above CommonJS, so
// the polyfill needs its own module. Bun evaluates CommonJS level by level, so this module must import it too, before tsyringe. No module of the
// public declarations may import this one, not even a type: declarations keep the import of the polyfill, which users do not have.
import './polyfill.ts';
import 'reflect-metadata/lite';

export { container as rootContainer, instancePerContainerCachingFactory } from 'tsyringe';
