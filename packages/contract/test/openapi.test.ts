import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listRoutes, openapiDocument } from '@innkeeper/contract'
import { validator } from '@innkeeper/contract/validate'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'

const document = openapiDocument({ version: '1.2.3', baseUrl: 'https://innkeeper.example' })

test('the OpenAPI document passes the linter', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  // Redirects are the only success responses of these routes.
  const redirects = listRoutes().filter(({ route }) => route.answer.status === 302)
  const expected = redirects.map(({ route }) => {
    const path = route.path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1')
    return `operation-2xx-response: Operation must have at least one \`2XX\` response. at #/paths/${path}/get/responses`
  })
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    expected,
  )
})

test('the linter reports a broken document', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const broken = { ...document, paths: { '/x': { get: { responses: {} } } } }
  const problems = await lintFromString({ source: JSON.stringify(broken), config })
  assert.ok(problems.length > 0)
})

test('the document contains every route and nothing else', () => {
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  )
  const routed = listRoutes().map(
    ({ name, route }) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')} ${name}`,
  )
  assert.deepEqual(documented.sort(), routed.sort())
})

test('every route has a summary and describes its path parameters', () => {
  for (const { name, route } of listRoutes()) {
    assert.ok(route.summary.length > 3, name)
    for (const parameter of route.path.matchAll(/:(\w+)/g)) {
      assert.ok(route.params && String(parameter[1]) in route.params.properties, `${name} describes ${parameter[1]}`)
    }
  }
})

test('every example in the document is valid under its own schema', () => {
  const { schemas } = document.components as { schemas: Record<string, TSchema & { examples?: unknown[] }> }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: string }
    if ($ref) return resolve(schemas[$ref.split('/').at(-1) ?? ''])
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]))
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const validate = validator(resolve(schema) as TSchema, 'Body')
    for (const example of schema.examples ?? []) assert.equal(validate(example), undefined, name)
  }
})
