// A separate module: a bundler may evaluate a CommonJS import after the importing module's other imports.
import 'reflect-metadata/lite';
