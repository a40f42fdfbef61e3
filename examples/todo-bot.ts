// Keeps a to-do list of a group in a Markdown file: node examples/todo-bot.ts todo.md
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createClient, follow, retrying } from '@innkeeper/client'

const [file = 'todo.md'] = process.argv.slice(2)
const service = { baseUrl: setting('INNKEEPER_URL'), key: setting('INNKEEPER_KEY'), fetch: retrying() }
const channelId = setting('INNKEEPER_CHANNEL')
const client = createClient(service)

/** What the list is made from, beside it. `lastEventId`: where to continue after a restart. */
type Memory = { lastEventId?: string; todos: Record<string, string> }
const memoryFile = `${file}.json`
const memory: Memory = existsSync(memoryFile) ? JSON.parse(readFileSync(memoryFile, 'utf8')) : { todos: {} }

// What happens while the newest messages are read arrives afterwards, and a message that is read twice has the same ID.
if (memory.lastEventId === undefined) await readAgain()
console.log(`Keeping the to-do list in ${file}`)
for await (const { event, id } of follow(service, { channelId, ...continueAt(memory.lastEventId) })) {
  if (event.event === 'message' || event.event === 'edited') note(event.item)
  if (event.event === 'unsent') delete memory.todos[event.id]
  if (event.event === 'reset') await readAgain()
  memory.lastEventId = id
  save()
}

/** The newest messages. Older to-dos stay in the list, unless they were unsent meanwhile. */
async function readAgain(): Promise<void> {
  const { items, lastEventId } = await client.getTimeline({ channelId, limit: 200 })
  for (const item of items) note(item)
  if (lastEventId) memory.lastEventId = lastEventId
  save()
}

type Item = Awaited<ReturnType<typeof client.getTimeline>>['items'][number]

function note(item: Item): void {
  if (item.kind !== 'message' || item.type !== 'text') return
  const { id, content, sender } = item
  const [, what] = /^todo\b[:\s]*(.+)/is.exec(content) ?? []
  if (what === undefined) delete memory.todos[id]
  else memory.todos[id] = `- [ ] ${what.replaceAll(/\s+/g, ' ').trim()} (${sender.name})`
}

/** Renamed into place, so that a crash never leaves half a file. */
function save(): void {
  write(memoryFile, JSON.stringify(memory))
  write(file, `# To do\n\n${Object.values(memory.todos).join('\n')}\n`)
}

function write(path: string, text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

function continueAt(lastEventId: string | undefined) {
  return lastEventId === undefined ? {} : { lastEventId }
}

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`Set ${name}`)
  return value
}
