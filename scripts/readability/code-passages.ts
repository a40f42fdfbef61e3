import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Passage } from './rules.ts'

const root = new URL('../../', import.meta.url).pathname

/** What the service says when something goes wrong, and what it logs: error sentences, log messages and output of commands. */
export function spokenByCode(): Passage[] {
  return globSync('packages/server/src/**/*.ts', { cwd: root }).flatMap((path) =>
    spokenIn(readFileSync(root + path, 'utf8'), path),
  )
}

export function spokenIn(source: string, path: string): Passage[] {
  const passages: Passage[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      for (const text of spokenArguments(node).flatMap(textsOf)) {
        passages.push({ where: path, text, isLabel: false, isOneLine: true })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  return passages
}

/** The first argument of a refusal is a code, and that of a log line can be an object. */
function spokenArguments(call: ts.CallExpression | ts.NewExpression): readonly ts.Expression[] {
  const [first, ...others] = call.arguments ?? []
  if (!first) return []
  const name = call.expression.getText()
  if (/(^|\.)Refusal$/.test(name)) return others
  if (/(^|\.)(invalid|\w*Error)$/.test(name) || /^console\.(log|error)$/.test(name)) return [first]
  return /(^|\.)log\.(trace|debug|info|warn|error|fatal)$/.test(name) ? [first, ...others] : []
}

/** The texts that an expression can be, with X in place of values. */
function textsOf(expression: ts.Expression): string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isParenthesizedExpression(expression)) return textsOf(expression.expression)
  if (ts.isTemplateExpression(expression)) {
    return [expression.head.text + expression.templateSpans.map(({ literal }) => `X${literal.text}`).join('')]
  }
  if (ts.isConditionalExpression(expression)) {
    return [...textsOf(expression.whenTrue), ...textsOf(expression.whenFalse)]
  }
  if (!ts.isBinaryExpression(expression)) return []
  const [left = 'X', right = 'X'] = [textsOf(expression.left)[0], textsOf(expression.right)[0]]
  return expression.operatorToken.kind === ts.SyntaxKind.PlusToken ? [left + right] : []
}
