import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errors } from '@innkeeper/contract'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

test('the page of decisions lists every error with its status and sentence, and no other', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\d{3}) \| `([^`]+)` \|/gm)]
  assert.deepEqual(
    rows.map(([, code, status, sentence]) => ({ code, status: Number(status), sentence })),
    Object.entries(errors).map(([code, { status, sentence }]) => ({ code, status, sentence })),
  )
})
