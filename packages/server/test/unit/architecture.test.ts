import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'

const source = new URL('../../src/', import.meta.url)

test('ports contain types and no behaviour', async () => {
  const files = globSync('ports/**/*.ts', { cwd: source })
  assert.ok(files.length > 10, 'the folder was found')
  const withBehaviour: string[] = []
  for (const file of files) {
    const exported = Object.keys(await import(new URL(file, source).href))
    if (exported.length > 0) withBehaviour.push(`${file}: ${exported.join(', ')}`)
  }
  assert.deepEqual(withBehaviour, [])
})
