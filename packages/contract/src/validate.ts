import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { findClosestName } from './closest-name.ts'
import { formats } from './formats.ts'
import { AssistantFile } from './schemas/assistant/files.ts'
import { RuleDraft } from './schemas/assistant/rules.ts'

/** Returns an error message, or undefined if the value is valid. */
export type Validate = (value: unknown) => string | undefined

/**
 * A validator for one schema. `what` names the whole value in messages ("Body must be an object"). Compiled on first use, so that
 * start-up does not pay for routes that are never called.
 */
export function validator(schema: TSchema, what: 'Body' | 'Query' | 'File' | 'Arguments'): Validate {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    if (validate(value)) return undefined
    return sentence(validate.errors?.[0], what)
  }
}

/** For files instead of requests. */
export const validateAssistantFile = validator(AssistantFile, 'File')
export const validateRuleDraft = validator(RuleDraft, 'File')

const ajv = new Ajv({
  // Lengths count UTF-16 units, as the platforms do. The option is deprecated and the library warns about it at each start, but
  // there is no other way to get these lengths. Hence no logger.
  unicode: false,
  logger: false,
  strict: true,
  // Our schemas are code, and a test validates them. Doing it here would take longer than compiling them all.
  validateSchema: false,
  allowUnionTypes: true,
  verbose: true,
  formats,
})

function sentence(error: ErrorObject | undefined, what: string): string {
  if (!error) return `${what} is not valid`
  const name = memberName(error.instancePath)
  const subject = name || what
  const at = name ? `${name}.` : ''
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownSentence(error, what, at)
    case 'required':
      return `${at}${params.missingProperty} is missing`
    case 'type':
      return `${subject} must be ${typeWords(params.type)}`
    case 'enum':
      return `${subject} must be one of ${params.allowedValues.map((value: unknown) => String(value)).join(', ')}`
    case 'minimum':
    case 'maximum':
      return rangeSentence(subject, error)
    case 'minLength':
      return params.limit === 1
        ? `${subject} must not be empty`
        : `${subject} must be at least ${params.limit} characters long`
    case 'maxLength':
      return `${subject} must be at most ${params.limit} characters long`
    case 'minItems':
      return `${subject} must hold at least ${params.limit} item${params.limit === 1 ? '' : 's'}`
    case 'maxItems':
      return `${subject} must hold at most ${params.limit} items`
    case 'const':
      return `${subject} must be ${params.allowedValue}`
    case 'format':
      return `${subject} ${formatWords[params.format] ?? 'is not valid'}`
    default:
      return `${subject} ${error.message ?? 'is not valid'}`
  }
}

/** With the name it is close to, which a file or request with a typo meant. */
function unknownSentence({ params, parentSchema }: ErrorObject, what: string, at: string): string {
  const { properties = {} } = parentSchema as { properties?: object }
  const closest = findClosestName(String(params.additionalProperty), Object.keys(properties))
  const suggestion = closest === undefined ? '' : `. Did you mean ${quoted(at + closest)}?`
  const kind = what === 'Query' ? 'Unknown query parameter' : 'Unknown field'
  return `${kind} ${quoted(at + params.additionalProperty)}${suggestion}`
}

const formatWords: Record<string, string> = {
  date: 'must be a calendar day, YYYY-MM-DD',
  timestamp: 'must be a time in UTC, YYYY-MM-DDThh:mm:ssZ',
  timezone: 'must be an IANA time zone such as Asia/Tokyo',
  'clock-time': 'must be a time of day from 00:00 to 23:59, hh:mm',
  'not-blank': 'must not be blank',
  'rule-id': 'must be letters, digits, _ and - alone',
  'https-address': 'must be an address that begins with https://, without user name and password',
}

function rangeSentence(subject: string, error: ErrorObject): string {
  const { minimum, maximum } = error.parentSchema as { minimum?: number; maximum?: number }
  if (minimum === undefined) return `${subject} must be at most ${maximum}`
  if (maximum === undefined) return `${subject} must be at least ${minimum}`
  return `${subject} must be a whole number from ${minimum} to ${maximum}`
}

function typeWords(type: string | string[]): string {
  const words: Record<string, string> = {
    object: 'an object',
    array: 'a list',
    string: 'a text',
    boolean: 'true or false',
    integer: 'a whole number',
    number: 'a number',
    null: 'null',
  }
  return [type]
    .flat()
    .map((one) => words[one] ?? one)
    .join(' or ')
}

/** `/keywords/0` → `keywords[0]`, `/qa/mode` → `qa.mode`. */
function memberName(path: string): string {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

/** Names come from the caller, so they are shortened and quoted. */
function quoted(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name)
}
