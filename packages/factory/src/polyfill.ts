// A module of its own: a bundler may evaluate CommonJS that is imported beside a module after that module.
import 'reflect-metadata/lite';
