import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mantineStyles } from '../mantine-styles.ts'

const mantine = dirname(fileURLToPath(import.meta.resolve('@mantine/core/styles.css')))

test('every part of Mantine brings its styles, also those that other parts consist of', () => {
  const modules = globSync('esm/**/*.module.mjs', { cwd: mantine })
  assert.ok(modules.some((path) => path.includes('InlineInput')))
  const { transform } = mantineStyles()
  assert.ok(typeof transform === 'function')
  for (const path of modules) {
    const code = transform.call({} as never, '', `${mantine}/${path}`)
    const [, styles] = /'@mantine\/core\/(styles\/\w+\.layer\.css)'/.exec(String(code)) ?? []
    assert.ok(styles !== undefined && existsSync(`${mantine}/${styles}`), path)
  }
})
