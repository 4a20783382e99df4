import type { StrategyServices } from '@palimpsest/core-types';
import type { DependencyContainer } from './container.ts';
import type { ChildOptions } from './strategy-registry.ts';
import { serviceToken, type ServiceName } from './tokens.ts';

/** Registers the services that are present. An absent one must not be registered: it would hide the parent's and fail when resolved. */
export function provideServices(
  container: DependencyContainer,
  { services: { toolTaxonomy, logger } = {}, settings }: ChildOptions,
): void {
  if (toolTaxonomy !== undefined)
    container.register(serviceToken('toolTaxonomy'), { useValue: toolTaxonomy });
  if (logger !== undefined) container.register(serviceToken('logger'), { useValue: logger });
  if (settings !== undefined)
    container.register(serviceToken('settings'), {
      useValue: typeof settings === 'function' ? settings : () => settings,
    });
}

/** Returns the services that a container or its parents provide to strategies. */
export function servicesIn(container: DependencyContainer): Omit<StrategyServices, 'strategy'> {
  const toolTaxonomy = service(container, 'toolTaxonomy');
  const logger = service(container, 'logger');
  return {
    settings: service(container, 'settings') ?? (() => ({})),
    ...(toolTaxonomy === undefined ? {} : { toolTaxonomy }),
    ...(logger === undefined ? {} : { logger }),
  };
}

function service<Name extends ServiceName>(
  container: DependencyContainer,
  name: Name,
): StrategyServices[Name] | undefined {
  const token = serviceToken(name);
  return container.isRegistered(token, true)
    ? container.resolve<StrategyServices[Name]>(token)
    : undefined;
}
