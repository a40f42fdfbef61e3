import { ModelFailure } from '../../domain/assistant/answering/model-question.ts'
import type { ModelLimits } from '../../domain/assistant/answering/model-shares.ts'
import type { LanguageModel, ModelAnswer } from '../../ports/language-model.ts'
import { type Answer, exchange } from './http-call.ts'

export type Endpoint = {
  /** Without `/chat/completions`. Can be on this machine, where many models run. */
  baseUrl: string
  model: string
  /** Null: local models need none. */
  key: string | null
  timeLimitMs: number
  limits: ModelLimits
}

/** Any endpoint that is compatible with OpenAI's chat completions. */
export function createLanguageModel(endpoint: Endpoint): LanguageModel {
  const { baseUrl, model, key, timeLimitMs, limits } = endpoint
  const headers = { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) }
  // Learnt from requests that succeeded without it: not every endpoint supports every parameter.
  const untaken = new Set<Parameter>()

  async function complete(
    messages: object[],
    answerTokens: number,
    signal: AbortSignal,
    noteRequest?: () => void,
  ): Promise<Answer> {
    const without = new Set(untaken)
    for (;;) {
      const body = JSON.stringify({ model, messages, ...parametersWithout(without, answerTokens) })
      noteRequest?.()
      const answer = await exchange(`${baseUrl}/chat/completions`, { method: 'POST', headers, body, signal })
      const named = answer.status === 400 || answer.status === 422 ? namedIn(answer.text, without) : undefined
      if (named !== undefined) {
        without.add(named)
        continue
      }
      // A refusal may quote what a member wrote, or be about something else: only a success proves what it was about.
      if (isGood(answer)) for (const name of without) untaken.add(name)
      return answer
    }
  }

  return {
    limits,
    async ask({ instructions, data, answerTokens }, signal, noteRequest) {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: data },
      ]
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)])
      const answer = await complete(messages, answerTokens, limited, noteRequest)
      refuseFailed(answer)
      return readCompletion(answer)
    },
    async examine() {
      const answer = await exchange(`${baseUrl}/models`, { headers, signal: AbortSignal.timeout(examineLimitMs) })
      // Not every endpoint has a list.
      if (answer.status === 404 || answer.status === 405) return 'cannot be told'
      refuseFailed(answer)
      const list = read(answer).data
      if (!Array.isArray(list)) return 'cannot be told'
      return list.some((one) => isObject(one) && one.id === model) ? 'there' : 'not listed'
    },
  }
}

/** An operator is waiting. */
const examineLimitMs = 5_000

const parameters = ['response_format', 'temperature', 'max_tokens'] as const
type Parameter = (typeof parameters)[number]

/** For the reasoning of models that reason. */
const reasoningTokens = 1_900

function parametersWithout(untaken: ReadonlySet<Parameter>, answerTokens: number): object {
  return {
    ...(!untaken.has('response_format') && { response_format: { type: 'json_object' } }),
    ...(!untaken.has('temperature') && { temperature: 0 }),
    // Reasoning models use another name for it, and their reasoning counts.
    ...(untaken.has('max_tokens')
      ? { max_completion_tokens: answerTokens + reasoningTokens }
      : { max_tokens: answerTokens }),
  }
}

/** Which parameter an endpoint complains about, of those that it was given. */
function namedIn(complaint: string, without: ReadonlySet<Parameter>): Parameter | undefined {
  return parameters.find((name) => !without.has(name) && complaint.includes(name))
}

function isGood({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

function refuseFailed(answer: Answer): void {
  if (isGood(answer)) return
  const { status } = answer
  const said = `it answered with status ${status}`
  if (status === 401 || status === 403) throw new ModelFailure('refused', `${said}: it does not accept the key`)
  if (status === 404) throw new ModelFailure('refused', `${said}: the address or the model name is wrong`)
  if (status === 408 || status === 429 || status >= 500) throw new ModelFailure('busy', said)
  throw new ModelFailure(status < 400 ? 'unreadable' : 'refused', said)
}

function readCompletion(answer: Answer): ModelAnswer {
  const { choices, usage } = read(answer)
  const [first] = Array.isArray(choices) ? choices : []
  const message = isObject(first) ? first.message : undefined
  const text = isObject(message) ? message.content : undefined
  if (typeof text !== 'string') throw new ModelFailure('unreadable', 'its answer is not a chat completion')
  const tokens = isObject(usage) ? usage.total_tokens : undefined
  return { text, tokens: typeof tokens === 'number' ? tokens : null }
}

function read({ text }: Answer): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ModelFailure('unreadable', 'its answer is not JSON')
  }
  if (!isObject(value)) throw new ModelFailure('unreadable', 'its answer is not a JSON object')
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
