import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparableText } from '../../../src/domain/imports/comparable.ts'
import { importedMessageId, importedPersonId } from '../../../src/domain/imports/imported-id.ts'
import { decideUndo, decideVouch, type ImportedVersion } from '../../../src/domain/imports/vouching.ts'
import { type ChatWorld, createChatWorld, type SaidMessage } from '../../support/imports/chat-world.ts'
import { alignHistory, saveHistory } from '../../support/imports/saved-history.ts'

/** What an import adds, by message ID. */
type Added = Map<string, ImportedVersion>

/** What the store has: who vouches for each message, and what is shown. */
class ImportedMessages {
  readonly shown = new Map<string, ImportedVersion>()
  readonly #vouchers = new Map<string, Map<number, ImportedVersion>>()
  #imports = new Map<number, Added>()
  #lastNumber = 0

  /** Imports that haven't been undone, in the order in which they were made. */
  get active(): [number, Added][] {
    return [...this.#imports]
  }

  import(added: Added): void {
    this.#lastNumber++
    this.#imports.set(this.#lastNumber, added)
    for (const [id, version] of added) {
      const vouchers = this.#vouchers.get(id) ?? new Map<number, ImportedVersion>()
      this.#show(id, decideVouch(vouchers, this.#lastNumber, version))
      this.#vouchers.set(id, vouchers.set(this.#lastNumber, version))
    }
  }

  undo(number: number): void {
    for (const id of this.#imports.get(number)?.keys() ?? []) {
      const vouchers = this.#vouchers.get(id) ?? new Map<number, ImportedVersion>()
      this.#show(id, decideUndo(vouchers, number))
      vouchers.delete(number)
    }
    this.#imports.delete(number)
  }

  #show(id: string, change: ReturnType<typeof decideUndo>): void {
    if (change.kind === 'remove') assert.ok(this.shown.delete(id))
    if (change.kind === 'add') assert.ok(!this.shown.has(id))
    if (change.kind === 'add' || change.kind === 'change') this.shown.set(id, change.version)
  }
}

/** The first eight are members. The others were never seen by the service, and are known by the name that one phone gave them. */
const isMember = (person: string) => Number(person.slice(1)) < 8
const nameOn = (phone: number, person: string) => `${person} on phone ${phone}`
const identityOf = (person: string) =>
  isMember(person) ? person : importedPersonId('secret', 'C1', { name: nameOn(0, person) })

function createWorld(seed: number): ChatWorld {
  const world = createChatWorld({ seed, messages: 3_000, outages: 4 })
  for (const message of world.said) if (!isMember(message.person) && message.fate === 'heard') message.fate = 'missed'
  return { ...world, live: world.live.filter(({ person }) => isMember(person)) }
}

/** Three phones saved overlapping parts, each with its own names for people. */
function importsOf(world: ChatWorld): Added[] {
  const length = world.endAt - world.startAt
  return [
    [0, 0.7],
    [0.3, 1],
    [0.1, 0.9],
  ].map(([from = 0, to = 1], phone) => {
    const span = { from: world.startAt + from * length, to: world.startAt + to * length }
    const { entries, said } = saveHistory(world, { seed: phone, person: identityOf, ...span })
    const { decisions } = alignHistory({ entries }, world)
    return new Map(
      decisions.flatMap((decision) => {
        const line = entries[decision.index]
        const message = said[decision.index]
        if (decision.kind !== 'new' || !line || line.kind === 'unsent-note' || !message) return []
        const { time, ordinal } = decision
        const told = { time, precisionMs: line.precisionMs, name: nameOn(phone, message.person) }
        const version: ImportedVersion = (line.at / 60_000 + phone) % 3 === 0 ? told : { ...told, isSimilar: true }
        return [[importedMessageId('secret', 'C1', { ...line, ordinal }), version] as const]
      }),
    )
  })
}

const steps = fc.array(fc.record({ isUndo: fc.boolean(), pick: fc.nat({ max: 1_000 }) }), { maxLength: 12 })

for (const seed of [1, 2, 3])
  test(`after any imports and undos, what remains is what the remaining files bring by themselves (seed ${seed})`, () => {
    const files = importsOf(createWorld(seed))
    assert.ok(files.every(({ size }) => size > 100))
    fc.assert(
      fc.property(steps, fc.nat(), (all, shuffle) => {
        const store = new ImportedMessages()
        for (const { isUndo, pick } of all) {
          const undone = isUndo ? store.active[pick % Math.max(store.active.length, 1)] : undefined
          const file = files[pick % files.length]
          if (undone) store.undo(undone[0])
          else if (file) store.import(file)
        }
        const alone = new ImportedMessages()
        const left = store.active.map(([, added]) => added)
        for (const added of [...left.slice(shuffle % (left.length + 1)), ...left.slice(0, shuffle % (left.length + 1))])
          alone.import(added)
        assert.deepEqual(sorted(store.shown), sorted(alone.shown))
      }),
      { numRuns: 60 },
    )
  })

const sorted = (shown: ImportedMessages['shown']) => [...shown].toSorted(([one], [other]) => (one < other ? -1 : 1))

test('control: files tell the same messages differently, so it matters which of them remain', () => {
  const [first = new Map(), second = new Map()] = importsOf(createWorld(1))
  const shared = [...first.keys()].filter((id) => second.has(id))
  const differing = shared.filter((id) => first.get(id)?.name !== second.get(id)?.name)
  assert.ok(shared.length > 50)
  assert.equal(differing.length, shared.length)
})

test('files of three phones with different names for the same people bring each message once', () => {
  const world = createWorld(1)
  const store = new ImportedMessages()
  for (const added of importsOf(world)) store.import(added)
  const missed = world.said.filter(({ fate }) => fate === 'missed')
  const expected = countIds(missed)
  const surplus = [...store.shown.keys()].filter((id) => !expected.has(id))
  assert.ok(missed.length > 500)
  assert.ok(surplus.length <= 2, `${surplus.length} of ${store.shown.size} came in twice or must not be here`)
  const found = missed.filter((message) => [...idsOf(message, 0)].some((id) => store.shown.has(id)))
  assert.ok(found.length >= missed.length * 0.98, `${found.length} of ${missed.length} found`)
})

/** An edited message may come in with either wording. */
function idsOf({ at, person, kind, text, earlier = text }: SaidMessage, ordinal: number): Set<string> {
  const fileTexts = [text, earlier].map((wording) => comparableText(wording.replace('(moon grin)', '(emoji)')))
  return new Set(
    fileTexts.map((wording) =>
      importedMessageId('secret', 'C1', { at, person: identityOf(person), kind, text: wording, ordinal }),
    ),
  )
}

function countIds(messages: readonly SaidMessage[]): Set<string> {
  const ids = new Set<string>()
  for (const message of messages) {
    let ordinal = 0
    while ([...idsOf(message, ordinal)].every((id) => ids.has(id))) ordinal++
    for (const id of idsOf(message, ordinal)) ids.add(id)
  }
  return ids
}
