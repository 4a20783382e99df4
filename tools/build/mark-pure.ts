import type { Plugin } from 'rolldown';
import { parseSync } from 'rolldown/utils';

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];
type Declaration = Extract<Statement, { type: 'VariableDeclaration' | 'ClassDeclaration' }>;
type Expression = NonNullable<
  Extract<Declaration, { type: 'VariableDeclaration' }>['declarations'][number]['init']
>;

/**
 * Marks expressions as pure, so that users' bundlers can drop single constants and classes, not only whole modules. Within a file, bundlers
 * keep every expression that could have an effect; in these packages none has one when a module is loaded.
 */
export const markPure: Plugin = {
  name: 'mark-pure',
  transform: {
    filter: { id: /packages[/\\][^/\\]+[/\\]src[/\\].*\.ts$/ },
    handler: (text, path) => markPureExpressions(path, text),
  },
};

const OPEN = '/* @__PURE__ */ (() => (';
const CLOSE = '))()';

/** Returns the text of a module with every top-level expression that is not evidently pure marked as such. */
export function markPureExpressions(path: string, text: string): string {
  let marked = '';
  let end = 0;
  const insert = (at: number, inserted: string): void => {
    marked += text.slice(end, at) + inserted;
    end = at;
  };
  for (const statement of parseSync(path, text).program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'VariableDeclaration') {
      for (const { init } of declared.declarations) {
        if (!init || isEvident(init) || /\bawait\b/.test(text.slice(init.start, init.end)))
          continue;
        insert(init.start, OPEN);
        insert(init.end, CLOSE);
      }
    }
    if (
      declared?.type === 'ClassDeclaration' &&
      !declared.declare &&
      declared.id &&
      declared.superClass
    ) {
      insert(declared.start, `const ${declared.id.name} = ${OPEN}`);
      insert(declared.end, `${CLOSE};`);
    }
  }
  return marked + text.slice(end);
}

/** Returns whether every bundler sees that the expression has no effect. */
function isEvident(node: Expression): boolean {
  switch (node.type) {
    case 'Literal':
    case 'Identifier':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isEvident(node.expression);
    case 'ArrayExpression':
      return node.elements.every(
        (element) => element?.type !== 'SpreadElement' && (!element || isEvident(element)),
      );
    case 'ObjectExpression':
      return node.properties.every(
        (property) =>
          property.type === 'Property' && !property.computed && isEvident(property.value),
      );
    default:
      return false;
  }
}
