export { highDensity } from './high-density.ts';
