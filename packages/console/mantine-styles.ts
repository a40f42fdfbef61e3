import type { Plugin } from 'vite'

const stylesOf = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/**
 * Loads the styles of Mantine's components with the components, instead of all of them first: a phone on a slow network would
 * wait for them before it shows anything. The module with a component's class names imports its styles, so those of what a
 * component consists of come before its own, as in Mantine's complete file.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    transform(code, id) {
      const [, component] = stylesOf.exec(id) ?? []
      return component ? `import '@mantine/core/styles/${component}.layer.css'\n${code}` : undefined
    },
  }
}
