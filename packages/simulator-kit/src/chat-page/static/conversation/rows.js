import { dayKeyOf } from '../data/words.js'

// A longer pause begins a new block, with name and picture again.
const blockMs = 5 * 60_000

/**
 * The rows of a log: days, events and messages. Pictures that were sent together are one row. `key` identifies a row, `looks`
 * changes when it must be drawn again.
 */
export function buildRows(entries, { persona, nameOf }) {
  const rows = []
  for (const group of gather(entries)) {
    const [entry] = group
    const dayKey = dayKeyOf(entry.at)
    const before = rows.at(-1)
    if (before?.dayKey !== dayKey) rows.push({ kind: 'day', key: `day ${dayKey}`, dayKey, at: entry.at, looks: '' })
    rows.push(isSpoken(entry) ? messageRow(group, rows.at(-1), persona, nameOf) : happeningRow(entry, nameOf))
  }
  for (const [index, row] of rows.entries()) if (row.kind === 'message') finish(row, rows[index + 1])
  offerChoices(rows)
  return rows
}

const isSpoken = ({ kind }) => kind === 'message' || kind === 'bot-message'

/** Single entries, and sets of pictures together. */
function gather(entries) {
  const groups = []
  for (const entry of entries) {
    const last = groups.at(-1)?.[0]
    const isMore = setOf(entry) !== undefined && last && setOf(entry) === setOf(last) && last.userId === entry.userId
    if (isMore) groups.at(-1).push(entry)
    else groups.push([entry])
  }
  return groups
}

function setOf(entry) {
  return entry.kind === 'message' && entry.content.type === 'image' ? entry.content.imageSet?.id : undefined
}

function happeningRow(entry, nameOf) {
  const names = (entry.userIds ?? [entry.userId]).filter(Boolean).map(nameOf)
  const looks = JSON.stringify([entry.kind, names, entry.text])
  return { kind: 'happening', key: `entry ${entry.entryId}`, dayKey: dayKeyOf(entry.at), entry, looks }
}

function messageRow(entries, before, persona, nameOf) {
  const [entry] = entries
  const who = entry.userId ?? ''
  const isFollowing = before?.kind === 'message' && before.who === who && entry.at - before.entry.at < blockMs
  return {
    kind: 'message',
    key: `entry ${entry.entryId}`,
    dayKey: dayKeyOf(entry.at),
    entry,
    entries,
    who,
    isBot: entry.kind === 'bot-message',
    isOwn: entry.kind === 'message' && entry.userId === persona,
    isFirst: !isFollowing,
    isLast: true,
    name: nameOf(who),
  }
}

function finish(row, next) {
  row.isLast = next?.kind !== 'message' || next.isFirst
  row.looks = [...row.entries.map(looksOf), row.isOwn, row.isFirst, row.isLast, row.name].join()
}

/** Quick replies are shown until the next message. */
function offerChoices(rows) {
  const last = rows.findLast(({ kind }) => kind === 'message')
  if (!last?.entry.choices) return
  last.choices = last.entry.choices
  last.looks += ',choices'
}

const knownLooks = new WeakMap()

/** The delivery status is updated without drawing the row again. A changed entry is a new object. */
function looksOf(entry) {
  const known = knownLooks.get(entry)
  if (known !== undefined) return known
  const { delivery: _, ...shown } = entry
  const looks = JSON.stringify(shown)
  knownLooks.set(entry, looks)
  return looks
}
