import type { AssistantFile } from '@innkeeper/contract'
import { validateAssistantFile } from '@innkeeper/contract/validate'
import { writeRulesCsv } from '../../domain/assistant/rules/assistant-csv.ts'
import { toAssistantFile } from '../../domain/assistant/rules/assistant-file.ts'
import { findBrokenText } from '../../domain/broken-text.ts'
import { nextSlice } from '../../domain/long-work.ts'
import { invalid } from '../../domain/refusal.ts'
import type { PlanRequest } from '../../ports/assistant-planner.ts'
import type { Store } from '../../ports/store.ts'
import type { ChannelGrant } from '../access.ts'

type Deps = { store: Store }

export function exportAssistant(deps: Deps, { channel }: ChannelGrant): Promise<AssistantFile> {
  return readAssistant(deps, channel.channelNo)
}

export function exportRules(deps: Deps, { channel }: ChannelGrant): Promise<string> {
  return readRules(deps, channel.channelNo)
}

/** For the operator's command line, which has the data folder and needs no grant. */
export async function exportForOperator(deps: Deps, channelNo: number, kind: 'json' | 'csv'): Promise<string> {
  if (kind === 'csv') return await readRules(deps, channelNo)
  return `${JSON.stringify(await readAssistant(deps, channelNo), null, 2)}\n`
}

async function readAssistant({ store }: Deps, channelNo: number): Promise<AssistantFile> {
  return toAssistantFile((await store.getAssistantState(channelNo)).state)
}

async function readRules({ store }: Deps, channelNo: number): Promise<string> {
  const { state } = await store.getAssistantState(channelNo)
  let table = ''
  for (const part of writeRulesCsv(state.rules)) {
    table += part
    await nextSlice()
  }
  return table
}

/** A file of the operator. Throws a refusal that names the position of the problem. */
export function readAssistantFile(text: string, kind: 'json' | 'csv', mode: 'replace' | 'merge'): PlanRequest {
  if (kind === 'csv') return { kind: 'table', csv: text, mode }
  const file = parseJson(text)
  if (!isAssistantFile(file)) throw invalid('This isn\'t an export of an assistant: "format" is missing at the top.')
  const problem = validateAssistantFile(file) ?? findBrokenText(file)
  if (problem) throw invalid(problem)
  return { kind: 'file', file: file as AssistantFile, origin: { kind: 'json', root: '' }, mode }
}

/** What isn't even an object is named by the check that follows. */
function isAssistantFile(file: unknown): boolean {
  return typeof file !== 'object' || file === null || Array.isArray(file) || Object.hasOwn(file, 'format')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(`The file is not valid JSON: ${(error as Error).message}`)
  }
}
