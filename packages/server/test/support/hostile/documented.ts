import assert from 'node:assert/strict'
import { openapiDocument } from '@innkeeper/contract'
import { formats } from '@innkeeper/contract/formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

// Checks every answer in the whole suite against the OpenAPI document, with a validator that the service doesn't use this way.
// An answer that isn't documented fails the test. The contract's own tests check that the schemas are valid.

type Schema = { $ref?: string }
type Media = { schema?: Schema }
type Operation = { responses: Record<string, { content?: Record<string, Media> }> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

const document = openapiDocument({ version: '0.0.0', baseUrl: 'http://127.0.0.1' }) as unknown as Document
// Each schema checks few answers, so optimizing the generated code takes longer than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false, code: { optimize: false } })
addFormats.default(ajv)
for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
ajv.addSchema({ $id: 'openapi', ...document })

const paths = Object.entries(document.paths).map(([template, operations]) => ({
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  template,
  operations,
}))
const pathsByLength = Map.groupBy(paths, ({ template }) => template.split('/').length)
const validators = new Map<string, ValidateFunction>()

export function assertDocumented(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; body: unknown },
): void {
  const { status, headers, body } = answer
  const pathname = path.split('?')[0] ?? ''
  const found = pathsByLength.get(pathname.split('/').length)?.find(({ pattern }) => pattern.test(pathname))
  const operation = found?.operations[method === 'HEAD' ? 'get' : method.toLowerCase()]
  const where = `${method} ${pathname} → ${status}`
  if (!found || !operation) {
    const isPlain = [400, 401, 404, 405, 429].includes(status) || (method === 'OPTIONS' && status === 204)
    assert.ok(isPlain, `${where}: this route is not documented`)
    return
  }
  const documented = operation.responses[String(status)]
  assert.ok(documented, `${where} is not documented`)
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (method === 'HEAD' || status === 304 || status === 302) return
  if (type === 'application/problem+json') return
  const anyOfKind = type.replace(/\/.*/, '/*')
  const isNamed = documented.content && (type in documented.content || anyOfKind in documented.content)
  assert.ok(isNamed, `${where}: content type ${type} is not documented`)
  if (type !== 'application/json') return
  const validate = validatorOf(documented.content?.[type]?.schema, [
    'paths',
    found.template,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    type,
    'schema',
  ])
  if (validate(body)) return
  assert.fail(`${where}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`)
}

/** Schemas that only refer to another one, as most errors do, share its validator. */
function validatorOf(schema: Schema | undefined, pointer: string[]): ValidateFunction {
  const key = schema?.$ref ?? pointer.join(' ')
  const known = validators.get(key)
  if (known) return known
  const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
  const validate = ajv.compile({ $ref: `openapi${schema?.$ref ?? `#/${parts.join('/')}`}` })
  validators.set(key, validate)
  return validate
}
